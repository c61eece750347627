import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaigns, campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { campaignCompleted } from "#app/domain/messaging/events.ts";
import { remainingOf } from "#app/domain/money/heldParts.ts";
import { releaseUndelivered } from "#app/domain/money/hold.server.ts";
import { lockHold } from "#app/domain/money/lock.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Campaign, findCampaign } from "./find.server.ts";
import { mayMove } from "./states.ts";

/**
 * Ends a campaign of which no row is open. Money of failed and cancelled messages that is still held goes back; money of
 * messages that WhatsApp took stays held until they are delivered or fail. A second call changes nothing.
 */
export async function finishCampaign(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; at: Date },
): Promise<{ finished: boolean }> {
  const { orgId, campaignId, at } = input;
  const campaign = await findCampaign(tx, orgId, campaignId, { lock: true });
  if (!mayMove(campaign.status, "completed")) return { finished: false };
  await tx
    .update(campaigns)
    .set({ status: "completed", statusReason: null, completedAt: at, updatedAt: at })
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId)));
  notifyPages(tx, orgId, "campaigns");
  const { failed } = await releaseFailed(tx, campaign, at);
  await record(tx, { orgId, actor: jobActor("sender"), clock: { now: () => at } }, campaignCompleted, {
    subject: campaignId,
    status: failed > 0 ? "warning" : "success",
    data: { campaign: campaign.name, recipients: campaign.recipientCount, failed },
    correlationId: campaignId,
  });
  return { finished: true };
}

/**
 * Releases what the totals show as failed or cancelled beyond what was released before. Where SMS follow, each decides about its
 * message's money.
 */
async function releaseFailed(
  tx: Tx,
  { orgId, id: campaignId, recipientCount, sms }: Campaign,
  at: Date,
): Promise<{ failed: number }> {
  // The lock comes before the totals are read: whoever counts a failure and releases it does both before or after this.
  const hold = await lockHold(tx, orgId, campaignId);
  const [total] = await tx
    .select({ failed: sql<number>`coalesce(sum(${campaignTotals.count}), 0)::int` })
    .from(campaignTotals)
    .where(
      and(
        eq(campaignTotals.orgId, orgId),
        eq(campaignTotals.campaignId, campaignId),
        inArray(campaignTotals.state, ["failed", "cancelled"]),
      ),
    );
  const failed = total?.failed ?? 0;
  if (!hold || sms) return { failed };
  const neverWritten = hold.messages - recipientCount;
  const count = Math.min(failed + neverWritten - hold.releasedMessages, remainingOf(hold));
  if (count > 0)
    await releaseUndelivered(tx, {
      orgId,
      subjectId: campaignId,
      count,
      reference: `finish:${campaignId}`,
      at,
    });
  return { failed };
}
