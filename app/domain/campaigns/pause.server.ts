import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { type CampaignStatus, campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { findCampaign } from "./find.server.ts";
import { mayMove, requireMove } from "./states.ts";
import { wakeSender } from "./wakeSender.server.ts";

const nobody: OrgContext["actor"] = { userId: null, ipAddress: null, userAgent: null };

/** A member stops a campaign for a while. The sender gives back at once what it has not posted yet. */
export async function pauseCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { campaignId: string };
}): Promise<{ status: CampaignStatus }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.status === "paused") return { status: "paused" };
    requireMove(campaign.status, "paused", "paused");
    await setPaused(tx, ctx.orgId, campaign.id, "Paused by a member of your team.", ctx.clock.now());
    await wakeSender(tx, campaign.phoneNumberId);
    await recordActivity(tx, ctx, {
      type: "message",
      action: "Campaign paused",
      details: `“${campaign.name}” was paused`,
    });
    return { status: "paused" };
  });
}

/**
 * The platform stops a campaign, because going on would fail: `reason` tells the member what happened and what to do.
 * A campaign that can't be paused any more stays as it is.
 */
export async function pauseCampaignForReason(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; reason: string; at?: Date },
): Promise<{ paused: boolean }> {
  const at = input.at ?? new Date();
  const campaign = await findCampaign(tx, input.orgId, input.campaignId, { lock: true });
  if (!mayMove(campaign.status, "paused")) return { paused: false };
  await setPaused(tx, input.orgId, campaign.id, input.reason, at);
  await recordActivity(
    tx,
    { orgId: input.orgId, actor: nobody, clock: { now: () => at } },
    {
      type: "message",
      status: "warning",
      action: "Campaign paused",
      details: `“${campaign.name}” was paused: ${input.reason}`,
    },
  );
  await notify(
    tx,
    { orgId: input.orgId, clock: { now: () => at } },
    {
      title: "Campaign paused",
      body: `“${campaign.name}”: ${input.reason}`,
      href: `/messaging/campaigns/${campaign.id}`,
    },
  );
  return { paused: true };
}

async function setPaused(tx: Tx, orgId: OrgId, campaignId: string, reason: string, at: Date): Promise<void> {
  await tx
    .update(campaigns)
    .set({ status: "paused", statusReason: reason, updatedAt: at })
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId)));
}
