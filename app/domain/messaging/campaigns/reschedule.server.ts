import { and, eq } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { campaignRescheduled } from "#app/domain/messaging/events.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { requireFuture } from "./draftParts.server.ts";
import { findCampaign } from "./find.server.ts";
import { mayWait } from "./words.ts";

/**
 * Reschedules a scheduled campaign, paused or not; price and reserved money are unchanged. The earlier job
 * finds nothing due. @throws DomainError `campaign.not_scheduled` when it is not waiting for its time,
 * `campaign.scheduled_in_past`.
 */
export async function rescheduleCampaign({
  ctx,
  input: { campaignId, scheduledFor },
}: Call<{ campaignId: string; scheduledFor: Date }>): Promise<{ scheduledFor: Date }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    const campaign = await findCampaign(tx, ctx.orgId, campaignId, { lock: true });
    if (!mayWait(campaign.status) || !campaign.scheduledFor || campaign.scheduledFor <= now)
      throw messagingError("campaign.not_scheduled");
    requireFuture(scheduledFor, now);
    if (scheduledFor.getTime() === campaign.scheduledFor.getTime()) return { scheduledFor };
    await tx
      .update(campaigns)
      .set({ scheduledFor, updatedAt: now })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    notifyPages(tx, ctx.orgId, "campaigns");
    await ctx.jobs.enqueue(
      prepareCampaignJob,
      { orgId: ctx.orgId, campaignId },
      { tx, startAfter: scheduledFor },
    );
    await record(tx, ctx, campaignRescheduled, {
      subject: campaignId,
      data: {
        campaign: campaign.name,
        from: campaign.scheduledFor.toISOString(),
        to: scheduledFor.toISOString(),
      },
      changes: { scheduledFor: [campaign.scheduledFor, scheduledFor] },
    });
    return { scheduledFor };
  });
}
