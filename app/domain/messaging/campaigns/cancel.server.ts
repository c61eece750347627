import { campaignCancelled } from "#app/domain/messaging/events.ts";
import { cancelRestJob } from "#app/domain/messaging/jobs.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { cancelQueuedRows, markCancelled, releaseCancelled, rowsAtOnce } from "./cancelRows.server.ts";
import { findCampaign } from "./find.server.ts";
import { stateCounts } from "./queries.server.ts";
import { requireMove } from "./states.ts";

const byMember = { code: "campaign.cancelled_by_member" };

/**
 * Cancels a campaign for good. Unsent messages are cancelled and their money released; sent ones can't be
 * recalled. `inSender`: messages left in the queue, for the job that cancels large campaigns, and those in a
 * sender's memory until it releases them.
 */
export async function cancelCampaign({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ cancelledMessages: number; inSender: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { orgId } = ctx;
    const campaign = await findCampaign(tx, orgId, input.campaignId, { lock: true });
    if (campaign.status === "cancelled") return { cancelledMessages: 0, inSender: 0 };
    requireMove(campaign.status, "cancelled", "cancelled");
    const now = ctx.clock.now();
    await markCancelled(tx, campaign, byMember, now);
    wakeSender(tx, campaign.phoneNumberId);
    const cancelled = await cancelQueuedRows(tx, orgId, [campaign], { atMost: rowsAtOnce });
    const cancelledMessages = await releaseCancelled(tx, campaign, cancelled, now);
    const hasMore = cancelledMessages === rowsAtOnce;
    if (hasMore) await ctx.jobs.enqueue(cancelRestJob, { orgId, campaignId: campaign.id }, { tx });
    const inSender = (await stateCounts(tx, orgId, [campaign.id])).get(campaign.id)!.queued;
    const isUnderWay = hasMore ? campaign.status === "sending" : inSender > 0;
    const notSent = hasMore ? cancelledMessages + inSender : cancelledMessages;
    const progress = !campaign.startedAt ? "before" : isUnderWay ? "during" : "after";
    await record(tx, ctx, campaignCancelled, {
      subject: campaign.id,
      data: { campaign: campaign.name, reason: byMember, progress, notSent },
    });
    return { cancelledMessages, inSender };
  });
}
