import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaignSms, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { campaignCancelled, campaignSending } from "#app/domain/messaging/events.ts";
import { makeRoomJob } from "#app/domain/messaging/jobs.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { releaseUndelivered } from "#app/domain/money/hold.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError, reasonOf } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { retriesAround } from "./audience.server.ts";
import { gapOf } from "./delivery.ts";
import { type Campaign, findCampaign, requireSendable, type Template } from "./find.server.ts";
import { pauseCampaignForReason } from "./pause.server.ts";
import { campaignPayments } from "./payments.ts";
import { asCap, asQuietHours, keptSendingSettings } from "./sendingSettings.server.ts";
import { writeRecipients } from "./writeRecipients.server.ts";

/**
 * Writes the recipients of a started campaign as queued messages, once, and passes it to the sender. Each
 * batch is a transaction that also stores its progress, so that a crash, a pause or a second job resumes
 * there. Never more recipients than quoted. A campaign that can't be sent is paused or cancelled with the
 * reason.
 */
export async function prepareCampaign({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ recipients: number }> {
  for (;;) {
    const { recipients, more } = await ctx.db.withOrg(ctx.orgId, (tx) =>
      prepareBatch(tx, ctx, input.campaignId),
    );
    if (!more) return { recipients };
  }
}

/** `recipients` is how many are written in all, once the campaign is handed to the sender. */
async function prepareBatch(
  tx: Tx,
  ctx: OrgContext,
  campaignId: string,
): Promise<{ recipients: number; more: boolean }> {
  const now = ctx.clock.now();
  await lockWithRetries(tx, ctx.orgId, campaignId);
  const campaign = await findCampaign(tx, ctx.orgId, campaignId);
  const due = !campaign.scheduledFor || campaign.scheduledFor <= now;
  if (campaign.status !== "preparing" && !(campaign.status === "scheduled" && due))
    return { recipients: 0, more: false };
  const template = await sendableOrPaused(tx, ctx, campaign, now);
  if (!template) return { recipients: 0, more: false };
  const [hold] = await tx
    .select()
    .from(holds)
    .where(and(eq(holds.orgId, ctx.orgId), eq(holds.subjectId, campaign.id)));
  const quoted = hold?.messages ?? 0;
  const { written, skipped, through, ids } = await writeRecipients(tx, ctx, campaign, template, quoted);
  const recipients = campaign.recipientCount + written;
  const more = through !== null && recipients < quoted;
  await tx
    .update(campaigns)
    .set({
      status: "preparing",
      recipientCount: recipients,
      preparedThrough: through,
      paymentSkipped: campaign.paymentSkipped + skipped,
      ...ids,
      updatedAt: now,
    })
    .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
  notifyPages(tx, ctx.orgId, "campaigns");
  if (!more) await handOver(tx, ctx, campaign, template, { recipients, quoted, now });
  return { recipients, more };
}

/** The template of a campaign that can be sent; any other is paused with the reason. */
async function sendableOrPaused(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  at: Date,
): Promise<Template | null> {
  try {
    if (campaign.payment) await campaignPayments().requireTill(tx, ctx, campaign.payment.tillId);
    return await requireSendable(tx, ctx.orgId, campaign);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const reason = reasonOf(error);
    await pauseCampaignForReason(tx, { orgId: ctx.orgId, campaignId: campaign.id, reason, at });
    return null;
  }
}

const noRecipients = { code: "campaign.nobody_left" };

/** All recipients are written: the money of quoted but excluded ones is released, and sending begins. */
async function handOver(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  { recipients, quoted, now }: { recipients: number; quoted: number; now: Date },
): Promise<void> {
  // Before the sender starts: with a plan made for a table of a few rows, its queries would take minutes.
  await tx.execute(sql`select analyze_messages_after(${recipients}::int, ${now.toISOString()}::timestamptz)`);
  await releaseUndelivered(tx, {
    orgId: ctx.orgId,
    subjectId: campaign.id,
    count: quoted - recipients,
    reference: `unused:${campaign.id}`,
    at: now,
  });
  const isEmpty = recipients === 0;
  await tx
    .update(campaigns)
    .set({
      status: isEmpty ? "cancelled" : "sending",
      statusReason: isEmpty ? noRecipients : null,
      preparedThrough: null,
      nextSequence: 1,
      startedAt: now,
      ...(isEmpty ? { completedAt: now } : await deliveryOf(tx, ctx, campaign, template, recipients)),
      updatedAt: now,
    })
    .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
  notifyPages(tx, ctx.orgId, "campaigns");
  const about = { subject: campaign.id, correlationId: campaign.id };
  if (isEmpty)
    await record(tx, ctx, campaignCancelled, {
      ...about,
      data: { campaign: campaign.name, reason: noRecipients },
    });
  else await record(tx, ctx, campaignSending, { ...about, data: { campaign: campaign.name, recipients } });
  if (!isEmpty) await letGo(tx, ctx, campaign);
  if (!isEmpty && campaign.sms) await watchForSms(tx, campaign, now);
}

/** The first message is looked at when its wait can be over. */
async function watchForSms(tx: Tx, { orgId, id, sms }: Campaign, now: Date): Promise<void> {
  const dueAt = new Date(now.getTime() + sms!.waitSeconds * 1000);
  await tx.insert(campaignSms).values({ orgId, id, dueAt }).onConflictDoNothing();
}

/** Wakes the sender; messages held by the messaging limit are released as far as there is capacity. */
async function letGo(tx: Tx, ctx: OrgContext, { phoneNumberId, beyondLimit }: Campaign): Promise<void> {
  wakeSender(tx, phoneNumberId);
  const { orgId } = ctx;
  if (beyondLimit === "wait")
    await ctx.jobs.enqueue(makeRoomJob, { orgId, phoneNumberId }, { tx, key: `${orgId} ${phoneNumberId}` });
}

/** The sender's constraints: the chosen pace, quiet hours, the limit of marketing messages and the messaging limit. */
async function deliveryOf(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  recipients: number,
) {
  const gap = gapOf(campaign.pace, recipients);
  // One-time codes ignore quiet hours.
  const settings = await keptSendingSettings(tx, ctx.orgId);
  const quiet = template.category === "AUTHENTICATION" ? null : asQuietHours(settings);
  const cap = template.category === "MARKETING" ? asCap(settings) : null;
  return {
    ...{ capMessages: cap?.messages ?? null, capDays: cap?.days ?? null },
    paceGapSeconds: gap,
    // The first message is due at once, by the database's clock, which the sender uses.
    pacedAt: gap === null ? null : sql`now() - make_interval(secs => greatest(1, ${gap}::float8))`,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    quietZone: quiet?.zone ?? null,
    limitThrough: campaign.beyondLimit === "wait" ? 0 : null,
  };
}

/**
 * Locks a campaign, and all retries of the same failures: of two retries the second then sees the recipients
 * of the first. In the order of their ids, the lock order of campaigns.
 */
async function lockWithRetries(tx: Tx, orgId: OrgId, campaignId: string): Promise<void> {
  await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(eq(campaigns.orgId, orgId), sql`${campaigns.id} = any(array(${retriesAround(orgId, campaignId)}))`),
    )
    .orderBy(asc(campaigns.id))
    .for("update");
}
