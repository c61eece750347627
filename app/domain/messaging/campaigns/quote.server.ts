import type { Tx } from "#app/db/client.server.ts";
import type { AudienceCounts } from "#app/domain/contacts/segments/audience.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { readMessagePrice } from "#app/domain/money/messagePrice/read.server.ts";
import type { MessagePrice } from "#app/domain/money/messagePrice/words.ts";
import { type Quote, quote } from "#app/domain/money/quote.server.ts";
import type { TemplateCategory } from "#app/domain/whatsapp/templates/words.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DomainError, notFound } from "#app/platform/errors.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { audienceFor, countAudience, countFallbacks, type FallbackCount } from "./audience.server.ts";
import { finishOf, gapOf, type QuietHours } from "./delivery.ts";
import {
  type Campaign,
  type CampaignParts,
  checkSendable,
  findCampaign,
  partsOf,
  type Template,
} from "./find.server.ts";
import { quoteCap } from "./frequencyCap.server.ts";
import { forecastLimit, type LimitForecast } from "./limit.server.ts";
import {
  type PlannedCampaignSms,
  planCampaignSms,
  type SmsQuote,
  smsQuoteOf,
} from "./smsOfCampaign.server.ts";

/** Obstacles to sending; `wallet.too_little` can be solved by a top-up. */
export interface Obstacle {
  code: string;
  message: string;
}

function obstacleOf(error: unknown): Obstacle {
  if (error instanceof DomainError) return { code: error.code, message: error.message };
  throw error;
}

/** Counts the recipients of a campaign and prices it. With `lock`, the price holds until the transaction ends. */
export async function quoteRecipients(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  template: Template,
  { lock }: { lock: boolean },
): Promise<{ audience: AudienceCounts; price: Quote; sms: PlannedCampaignSms | null }> {
  const audience = await countAudience(tx, audienceFor(ctx, campaign.audience, template.category));
  const sms = await planCampaignSms(tx, ctx, campaign, template);
  const price = await quote(tx, {
    orgId: ctx.orgId,
    messages: audience.recipients,
    at: sendingTimeOf(campaign, ctx.clock.now()),
    lock,
    isCampaign: true,
    smsCents: sms?.mostCents ?? 0,
  });
  return { audience, price, sms };
}

/** When a campaign goes out: at its time, or now. */
const sendingTimeOf = ({ scheduledFor }: Campaign, now: Date): Date =>
  scheduledFor && scheduledFor > now ? scheduledFor : now;

/** @throws DomainError `campaign.no_audience`, or `campaign.no_recipients`, with exclusions by reason. */
export function requireRecipients(campaign: Campaign, audience: AudienceCounts): void {
  if (campaign.audience.kind === "none") throw messagingError("campaign.no_audience");
  if (audience.recipients > 0) return;
  const reasons = [
    audience.excluded > 0
      ? m.errors_campaign_left_out_excluded({ excluded: formatCount(audience.excluded) })
      : "",
    audience.optedOut > 0
      ? m.errors_campaign_left_out_opted_out({ optedOut: formatCount(audience.optedOut) })
      : "",
    audience.noPhone > 0
      ? m.errors_campaign_left_out_no_phone({ noPhone: formatCount(audience.noPhone) })
      : "",
    audience.noConsent > 0
      ? m.errors_campaign_left_out_no_consent({ noConsent: formatCount(audience.noConsent) })
      : "",
  ].filter(Boolean);
  if (audience.matching === 0) throw messagingError("campaign.no_recipients");
  throw messagingError("campaign.no_recipients:left_out", {
    values: { reasons: reasons.join(", ") },
  });
}

/** The time of a draft's last message, and what delays it. */
export interface DeliveryForecast {
  startsAt: Date;
  /** Null when that is more than a year ahead, or no one is left. */
  finishesAt: Date | null;
  /** The quiet hours that hold for it. */
  quiet: QuietHours | null;
  /** Messages a minute. */
  perMinute: number;
  /** Null while Meta has reported no limit. */
  limit: LimitForecast | null;
}

async function forecastDelivery(
  tx: Tx,
  ctx: OrgContext,
  campaign: Campaign,
  parts: CampaignParts,
  recipients: number,
): Promise<DeliveryForecast | null> {
  const { orgId } = ctx;
  // A missing number is an obstacle, which is shown next to this.
  if (!parts.number) return null;
  const start = sendingTimeOf(campaign, ctx.clock.now());
  const quiet = parts.template?.category === "AUTHENTICATION" ? null : parts.quiet;
  const fastest = 1 / parts.number.throughputPerSecond;
  const gapSeconds = Math.max(fastest, gapOf(campaign.pace, recipients) ?? 0);
  const byPace = finishOf({ start, messages: recipients, gapSeconds, quiet });
  const { phoneNumberId } = campaign;
  const limit = await forecastLimit(tx, { orgId, phoneNumberId, recipients, start });
  const waits = campaign.beyondLimit === "wait" && limit?.roomAt ? limit.roomAt : null;
  return {
    startsAt: start,
    finishesAt: recipients === 0 ? null : waits && byPace && waits > byPace ? waits : byPace,
    quiet,
    perMinute: 60 / gapSeconds,
    limit,
  };
}

interface CampaignQuote {
  audience: AudienceCounts;
  price: Quote;
  messagePrice: MessagePrice;
  category: TemplateCategory;
  fallbacks: FallbackCount[];
  /** Null: no SMS follows. */
  sms: SmsQuote | null;
  /** Null: the organisation has no limit of marketing messages, or these are none. */
  cap: Awaited<ReturnType<typeof quoteCap>>;
  obstacles: Obstacle[];
  delivery: DeliveryForecast | null;
}

/**
 * The price of a draft, the number of recipients who get each variable's fallback, and every obstacle to
 * sending. Read-only.
 */
export async function quoteCampaign({ ctx, input }: Call<{ campaignId: string }>): Promise<CampaignQuote> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId);
    const parts = await partsOf(tx, ctx.orgId, campaign);
    const { template } = parts;
    if (!template) throw notFound("Template");
    const { category } = template;
    const { audience, price, sms } = await quoteRecipients(tx, ctx, campaign, template, { lock: false });
    const obstacles: Obstacle[] = [];
    for (const check of [() => checkSendable(campaign, parts), () => requireRecipients(campaign, audience)])
      try {
        check();
      } catch (error) {
        obstacles.push(obstacleOf(error));
      }
    const fallbacks = await countFallbacks(tx, {
      ...audienceFor(ctx, campaign.audience, category),
      variables: campaign.variables,
    });
    const delivery = await forecastDelivery(tx, ctx, campaign, parts, audience.recipients);
    const sentAt = sendingTimeOf(campaign, ctx.clock.now());
    const messagePrice = await readMessagePrice(tx, price.priceCentsPerMessage, sentAt);
    return {
      ...{ audience, price, messagePrice, category, fallbacks, obstacles, delivery },
      sms: sms && smsQuoteOf(sms, price),
      cap: await quoteCap(tx, audienceFor(ctx, campaign.audience, category), parts.cap),
    };
  });
}
