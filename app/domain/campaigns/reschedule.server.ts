import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { prepareCampaignJob } from "#app/jobs/prepareCampaign.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { toNairobiInput } from "#app/shared/nairobiTime.ts";
import { requireFuture } from "./editDraft.server.ts";
import { findCampaign } from "./find.server.ts";
import { mayWait } from "./words.ts";

/**
 * Moves a campaign that waits for its time, paused or not, to another time; price and money set aside stay as they are.
 * The job of the earlier time finds nothing due.
 * @throws DomainError `campaign.not_scheduled` when it is not waiting for its time any more, `campaign.scheduled_in_past`.
 */
export async function rescheduleCampaign({
  ctx,
  input: { campaignId, scheduledFor },
}: {
  ctx: OrgContext;
  input: { campaignId: string; scheduledFor: Date };
}): Promise<{ scheduledFor: Date }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    const campaign = await findCampaign(tx, ctx.orgId, campaignId, { lock: true });
    if (!mayWait(campaign.status) || !campaign.scheduledFor || campaign.scheduledFor <= now)
      throw new DomainError(
        "conflict",
        "campaign.not_scheduled",
        "This campaign is not waiting for its time, so the time can't be changed.",
      );
    requireFuture(scheduledFor, now);
    if (scheduledFor.getTime() === campaign.scheduledFor.getTime()) return { scheduledFor };
    await tx
      .update(campaigns)
      .set({ scheduledFor, updatedAt: now })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaignId)));
    await ctx.jobs.enqueue(
      prepareCampaignJob,
      { orgId: ctx.orgId, campaignId },
      { tx, startAfter: scheduledFor },
    );
    await recordActivity(tx, ctx, {
      type: "message",
      action: "Campaign rescheduled",
      details: `“${campaign.name}” was moved from ${inWords(campaign.scheduledFor)} to ${inWords(scheduledFor)}`,
    });
    return { scheduledFor };
  });
}

const inWords = (moment: Date) => `${toNairobiInput(moment).replace("T", " ")}, Kenya's time`;
