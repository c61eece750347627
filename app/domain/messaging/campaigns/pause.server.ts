import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type CampaignStatus, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { campaignPaused, campaignStopped } from "#app/domain/messaging/events.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, jobActor } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { findCampaign } from "./find.server.ts";
import { mayMove, requireMove } from "./states.ts";

/** A member pauses a campaign. The sender releases its unsent messages at once. */
export async function pauseCampaign({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ status: CampaignStatus }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.status === "paused") return { status: "paused" };
    requireMove(campaign.status, "paused", "paused");
    await setPaused(tx, ctx.orgId, campaign.id, { code: "campaign.paused_by_member" }, ctx.clock.now());
    wakeSender(tx, campaign.phoneNumberId);
    await record(tx, ctx, campaignPaused, { subject: campaign.id, data: { campaign: campaign.name } });
    return { status: "paused" };
  });
}

/**
 * The platform pauses a campaign that would otherwise fail: `reason` says what happened and what to do. One that can't be paused is unchanged.
 */
export async function pauseCampaignForReason(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; reason: Reason; at: Date },
): Promise<{ paused: boolean }> {
  const { orgId, campaignId, reason, at } = input;
  const campaign = await findCampaign(tx, orgId, campaignId, { lock: true });
  if (!mayMove(campaign.status, "paused")) return { paused: false };
  await setPaused(tx, orgId, campaignId, reason, at);
  await record(tx, { orgId, actor: jobActor("sender"), clock: { now: () => at } }, campaignStopped, {
    subject: campaignId,
    data: { campaign: campaign.name, reason },
    correlationId: campaignId,
  });
  return { paused: true };
}

async function setPaused(tx: Tx, orgId: OrgId, campaignId: string, reason: Reason, at: Date): Promise<void> {
  await tx
    .update(campaigns)
    .set({ status: "paused", statusReason: reason, updatedAt: at })
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId)));
  notifyPages(tx, orgId, "campaigns");
}
