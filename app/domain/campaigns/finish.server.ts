import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns, campaignTotals } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { remainingOf } from "#app/domain/ledger/heldParts.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";
import { lockHold } from "#app/domain/ledger/lock.server.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";
import { countOf, formatCount } from "#app/shared/counts.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { findCampaign } from "./find.server.ts";
import { mayMove } from "./states.ts";

/**
 * Ends a campaign of which no row is open. Money of failed and cancelled messages that is still held goes back; money of
 * messages that WhatsApp took stays held until they are delivered or fail. A second call changes nothing.
 */
export async function finishCampaign(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; at?: Date },
): Promise<{ finished: boolean }> {
  const { orgId, campaignId } = input;
  const at = input.at ?? new Date();
  const campaign = await findCampaign(tx, orgId, campaignId, { lock: true });
  if (!mayMove(campaign.status, "completed")) return { finished: false };
  await tx
    .update(campaigns)
    .set({ status: "completed", statusReason: null, completedAt: at, updatedAt: at })
    .where(and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId)));
  const { failed } = await releaseFailed(tx, { orgId, campaignId, recipients: campaign.recipientCount, at });
  const system = {
    orgId,
    actor: { userId: null, ipAddress: null, userAgent: null },
    clock: { now: () => at },
  };
  const { name, recipientCount } = campaign;
  // Delivery is reported later, and may still fail.
  const done =
    failed > 0
      ? `${formatCount(failed)} of ${countOf(recipientCount, "message")} failed so far`
      : `${countOf(recipientCount, "message")} sent`;
  const details = `“${name}” is done: ${done}. Its page has what is reported later.`;
  await recordActivity(tx, system, {
    type: "message",
    status: failed > 0 ? "warning" : "success",
    action: "Campaign completed",
    details,
  });
  await notify(tx, system, {
    title: "Campaign completed",
    body: details,
    href: `/messaging/campaigns/${campaignId}`,
  });
  return { finished: true };
}

/** Releases what the totals show as failed or cancelled beyond what was released before. */
async function releaseFailed(
  tx: Tx,
  { orgId, campaignId, recipients, at }: { orgId: OrgId; campaignId: string; recipients: number; at: Date },
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
  if (!hold) return { failed };
  const neverWritten = hold.messages - recipients;
  const count = Math.min(failed + neverWritten - hold.releasedMessages, remainingOf(hold));
  if (count > 0)
    await releaseUndelivered(tx, { orgId, campaignId, count, reference: `finish:${campaignId}`, at });
  return { failed };
}
