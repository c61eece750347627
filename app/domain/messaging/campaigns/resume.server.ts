import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notify, notifyPages } from "#app/db/notify.server.ts";
import { type CampaignStatus, campaignSms, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { campaignResumed } from "#app/domain/messaging/events.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { smsChannel } from "#app/domain/messaging/sms/channel.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { type Campaign, findCampaign, requireSendable } from "./find.server.ts";
import { wrongStatus } from "./states.ts";

/**
 * Resumes a paused campaign where it stopped; one paused before its recipients were written is prepared, at
 * its time. @throws DomainError `campaign.template_not_approved`, `campaign.number_not_connected`,
 * `campaign.wrong_status`.
 */
export async function resumeCampaign({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ status: CampaignStatus }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.status === "sending" || campaign.status === "preparing") return { status: campaign.status };
    // A draft becomes `preparing` only by its start, which reserves the money.
    if (campaign.status !== "paused") throw wrongStatus(campaign.status, "resumed");
    const now = ctx.clock.now();
    const { scheduledFor } = campaign;
    const early = scheduledFor !== null && scheduledFor > now;
    const status = campaign.startedAt ? "sending" : early ? "scheduled" : "preparing";
    await requireSendable(tx, ctx.orgId, campaign);
    await tx
      .update(campaigns)
      .set({ status, statusReason: null, updatedAt: now })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
    notifyPages(tx, ctx.orgId, "campaigns");
    if (campaign.sms) await resumeSms(tx, campaign, now);
    if (status === "sending") wakeSender(tx, campaign.phoneNumberId);
    else
      await ctx.jobs.enqueue(
        prepareCampaignJob,
        { orgId: ctx.orgId, campaignId: campaign.id },
        { tx, ...(early ? { startAfter: scheduledFor } : {}) },
      );
    await record(tx, ctx, campaignResumed, { subject: campaign.id, data: { campaign: campaign.name } });
    return { status };
  });
}

/** What waited for the resumption is looked at again. */
async function resumeSms(tx: Tx, { orgId, id }: Campaign, dueAt: Date): Promise<void> {
  await tx
    .update(campaignSms)
    .set({ dueAt })
    .where(and(eq(campaignSms.orgId, orgId), eq(campaignSms.id, id), isNotNull(campaignSms.dueAt)));
  await tx
    .update(smsMessages)
    .set({ dueAt })
    .where(
      and(eq(smsMessages.orgId, orgId), eq(smsMessages.campaignId, id), eq(smsMessages.state, "waiting")),
    );
  notify(tx, smsChannel);
}
