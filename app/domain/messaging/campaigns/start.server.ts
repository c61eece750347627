import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type CampaignStatus, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { campaignScheduled, campaignStarted } from "#app/domain/messaging/events.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { holdForCampaign } from "#app/domain/money/hold.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { requireFuture } from "./draftParts.server.ts";
import { type Campaign, findCampaign, requireSendable } from "./find.server.ts";
import { quoteRecipients, requireRecipients } from "./quote.server.ts";
import { requireMove } from "./states.ts";

/** The price and count that a member confirmed. */
interface Shown {
  maxTotalCents?: number | undefined;
  seenRecipients?: number | undefined;
}

/**
 * Sends or schedules a draft: quotes it again, puts the money on hold and lets the recipients be written,
 * all or nothing. A second start of the same campaign changes nothing and returns `started: false`.
 * `maxTotalCents` is the displayed price: a higher one is refused. `seenRecipients` is the displayed count:
 * another one is refused. @throws DomainError `wallet.too_little`, `campaign.no_audience`,
 * `campaign.no_recipients`, `campaign.template_not_approved`, `campaign.number_not_connected`,
 * `campaign.variables_missing`, `campaign.scheduled_in_past`, `campaign.price_changed`,
 * `campaign.audience_changed`.
 */
export async function startCampaign({
  ctx,
  input,
}: Call<{ campaignId: string } & Shown>): Promise<{ started: boolean; status: CampaignStatus }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.holdId !== null) return { started: false, status: campaign.status };
    const { scheduledFor } = campaign;
    const status = scheduledFor ? "scheduled" : "preparing";
    requireMove(campaign.status, status, "started");
    const now = ctx.clock.now();
    if (scheduledFor) requireFuture(scheduledFor, now);
    const { audience, price, sms } = await quoteAsShown(tx, ctx, campaign, input);
    const held = { orgId: ctx.orgId, campaignId: campaign.id, campaignName: campaign.name, price, now };
    const { holdId } = await holdForCampaign(tx, held);
    await tx
      .update(campaigns)
      .set({
        ...{ status, holdId, priceCentsPerMessage: price.priceCentsPerMessage, updatedAt: now },
        sms: sms && { text: sms.text, waitSeconds: sms.waitSeconds, mostCents: sms.mostCents },
      })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
    notifyPages(tx, ctx.orgId, "campaigns");
    await ctx.jobs.enqueue(
      prepareCampaignJob,
      { orgId: ctx.orgId, campaignId: campaign.id },
      { tx, ...(scheduledFor ? { startAfter: scheduledFor } : {}) },
    );
    await record(tx, ctx, scheduledFor ? campaignScheduled : campaignStarted, {
      subject: campaign.id,
      data: { campaign: campaign.name, recipients: audience.recipients, totalCents: price.totalCents },
      correlationId: campaign.id,
    });
    return { started: true, status };
  });
}

/** Recipients and price, which holds until the transaction ends, of a campaign that may be sent as it was shown. */
async function quoteAsShown(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  { maxTotalCents, seenRecipients }: Shown,
) {
  const template = await requireSendable(tx, ctx.orgId, campaign);
  const { audience, price, sms } = await quoteRecipients(tx, ctx, campaign, template, { lock: true });
  requireRecipients(campaign, audience);
  const totalCents = formatKes(price.totalCents);
  if (maxTotalCents !== undefined && price.totalCents > maxTotalCents)
    throw messagingError("campaign.price_changed", {
      values: { totalCents, messages: counted(m.counts_messages, price.messages) },
    });
  if (seenRecipients !== undefined && audience.recipients !== seenRecipients)
    throw messagingError("campaign.audience_changed", {
      values: { seen: formatCount(seenRecipients), people: formatCount(audience.recipients), totalCents },
    });
  return { audience, price, sms };
}
