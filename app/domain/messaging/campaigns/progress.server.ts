import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { clientOf } from "#app/db/client.server.ts";
import type { CampaignStatus } from "#app/db/schema/messaging/campaigns.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { together } from "#app/db/together.server.ts";
import { answerLost, reasonOf } from "#app/domain/messaging/messages/reasons.ts";
import { outcomeOf } from "#app/domain/money/heldParts.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { endOfQuiet, finishOf, quietOf } from "./delivery.ts";
import { type Campaign, findCampaign } from "./find.server.ts";
import { clicksOf, linkVariables } from "./links.server.ts";
import { asCounts, repliesTo, type StateCounts, stagesOf, totalsOf } from "./queries.server.ts";
import { campaignReasonWords } from "./reasonWords.ts";
import { type SmsFigures, smsFigures } from "./smsFigures.server.ts";
import { campaignsToSend } from "./toSend.server.ts";
import { isRunning } from "./words.ts";

export interface CampaignProgress {
  status: CampaignStatus;
  statusReason: string | null;
  recipients: number;
  counts: StateCounts;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  replied: number;
  /** Recipients who clicked a link, and the number of clicks; null when there is none to count. */
  clicks: { people: number; clicks: number } | null;
  /** Null: no SMS follows its messages. */
  sms: SmsFigures | null;
  /** The end of the quiet hours that hold it now; null outside of them. */
  quietUntil: Date | null;
  /** Its pace in messages a minute; null: the number's own speed. */
  pacePerMinute: number | null;
  /** Messages held by the portfolio's messaging limit. */
  beyondLimit: number;
  /** How many of the quoted recipients are written; null unless that is being done. */
  preparing: { written: number; quoted: number } | null;
  /** Messages that were sent or failed. */
  done: number;
  /** Its reserved money, and its use (KES cents); null before that. */
  cost: (ReturnType<typeof outcomeOf> & { includedMessages: number }) | null;
  /** Messages a second accepted by WhatsApp lately; null while unknown. */
  ratePerSecond: number | null;
  /** Seconds until the queue is empty at that rate; null while unknown. */
  etaSeconds: number | null;
  /** The name of the campaign that the same number sends first; null when it is this one's turn. */
  waitsFor: string | null;
  /** Why WhatsApp accepts nothing at the moment, in words, during retries; null otherwise. */
  trouble: string | null;
  /** The time of the next retry; null without trouble. */
  nextTryAt: Date | null;
  /** Further changes are expected without an action of a member. */
  moving: boolean;
}

/** The number of newest running numbers that define the rate, and their maximum age. */
const rateRows = 5000;
const rateWindowSeconds = 10;
/** A start or resume begins with a burst; the rate is that of the time after it. */
const burstMs = 1000;

/** A campaign's progress. @throws DomainError `campaign.not_found`. */
export async function getProgress(ctx: OrgContext, campaignId: string): Promise<CampaignProgress> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, campaignId);
    const found = await together(tx, {
      totals: totalsOf(tx, ctx.orgId, [campaignId]),
      replies: repliesTo(tx, ctx.orgId, [campaignId]),
      holds: tx
        .select()
        .from(holds)
        .where(and(eq(holds.orgId, ctx.orgId), eq(holds.subjectId, campaignId))),
    });
    const counts = asCounts([campaignId], found.totals).get(campaignId)!;
    const [hold] = found.holds;
    const waiting = counts.queued + counts.unknown;
    const isSending = campaign.status === "sending" && waiting > 0;
    const waitsFor = isSending ? await nameOfEarlier(tx, campaign) : null;
    const ratePerSecond = isSending && waitsFor === null ? await rateOf(tx, campaign, ctx.clock.now()) : null;
    const trouble = isSending && ratePerSecond === null ? await troubleOf(tx, campaign) : null;
    return {
      status: campaign.status,
      statusReason: campaignReasonWords(campaign.statusReason),
      recipients: campaign.recipientCount,
      counts,
      ...stagesOf(counts),
      replied: found.replies[0]?.replied ?? 0,
      clicks: await clicksOfOne(tx, campaign),
      sms: await smsFigures(tx, campaign),
      ...brakesOf(campaign, isSending, ctx.clock.now()),
      preparing: preparingOf(campaign, hold?.messages),
      done: campaign.recipientCount - waiting - counts.cancelled,
      cost: hold ? { ...outcomeOf(hold), includedMessages: hold.includedMessages } : null,
      ratePerSecond: ratePerSecond === null ? null : Math.round(ratePerSecond * 10) / 10,
      etaSeconds: isSending ? etaOf(campaign, waiting, ratePerSecond, ctx.clock.now()) : null,
      waitsFor,
      trouble: trouble?.text ?? null,
      nextTryAt: trouble?.nextTryAt ?? null,
      moving: isMoving(campaign, counts, ctx.clock.now()),
    };
  });
}

const preparingOf = ({ status, recipientCount }: Campaign, quoted = recipientCount) =>
  status === "preparing" ? { written: recipientCount, quoted } : null;

const clicksOfOne = async (tx: Tx, campaign: Campaign) =>
  linkVariables(campaign.variables).length === 0
    ? null
    : ((await clicksOf(tx, campaign.orgId, [campaign.id])).get(campaign.id) ?? { people: 0, clicks: 0 });

/** What makes a campaign slower than its number: quiet hours, its send rate, the messaging limit. */
function brakesOf(campaign: Campaign, isSending: boolean, now: Date) {
  const { paceGapSeconds, limitThrough, nextSequence, recipientCount } = campaign;
  const isLimited = isSending && limitThrough !== null;
  return {
    quietUntil: isSending ? endOfQuiet(quietOf(campaign), now) : null,
    pacePerMinute: paceGapSeconds === null ? null : 60 / paceGapSeconds,
    beyondLimit: isLimited ? Math.max(0, recipientCount - Math.max(limitThrough, nextSequence - 1)) : 0,
  };
}

/**
 * Seconds until the queue is empty, by its pace and quiet hours or by the measured rate; null while unknown.
 */
function etaOf(campaign: Campaign, waiting: number, ratePerSecond: number | null, now: Date): number | null {
  const gapSeconds = campaign.paceGapSeconds ?? (ratePerSecond === null ? null : 1 / ratePerSecond);
  if (gapSeconds === null) return null;
  const end = finishOf({ start: now, messages: waiting + 1, gapSeconds, quiet: quietOf(campaign) });
  return end && Math.ceil((end.getTime() - now.getTime()) / 1000);
}

/** The campaign whose messages are sent before the next ones of this campaign. */
async function nameOfEarlier(tx: Tx, campaign: Campaign): Promise<string | null> {
  const { orgId, id, phoneNumberId, nextSequence, recipientCount, paceGapSeconds, limitThrough } = campaign;
  // Messages held by the campaign's own pace or by the messaging limit don't wait for another campaign.
  const isHeld = paceGapSeconds !== null || (limitThrough !== null && nextSequence > limitThrough);
  if (!phoneNumberId || nextSequence > recipientCount || isHeld) return null;
  const next = (await campaignsToSend(clientOf(tx), orgId, phoneNumberId)).find(({ more }) => more);
  return next && next.campaignId !== id ? next.name : null;
}

/**
 * Messages a second accepted by WhatsApp in the last seconds of sending, from the first to the last; null
 * while there are too few.
 */
async function rateOf(tx: Tx, campaign: Campaign, now: Date): Promise<number | null> {
  const since = Math.max(now.getTime() - rateWindowSeconds * 1000, campaign.updatedAt.getTime() + burstMs);
  const { rows } = await tx.execute<{ accepted: number; seconds: number | null }>(sql`
    select count(*)::int as accepted, extract(epoch from max(accepted_at) - min(accepted_at))::float8 as seconds
    from (
      select accepted_at from messages
      where org_id = ${campaign.orgId} and campaign_id = ${campaign.id} and sequence < ${campaign.nextSequence}
        and id >= ${campaign.messagesFrom} and id < ${campaign.messagesTo}
      order by sequence desc limit ${rateRows}
    ) as newest
    where accepted_at > ${new Date(since).toISOString()}::timestamptz`);
  const { accepted, seconds } = rows[0]!;
  return seconds !== null && seconds >= 1 ? (accepted - 1) / seconds : null;
}

/** WhatsApp's error for the next message to be retried, and the time of the retry. */
async function troubleOf(tx: Tx, campaign: Campaign): Promise<{ text: string; nextTryAt: Date } | null> {
  const { rows } = await tx.execute<{ errorCode: number; dueAt: string }>(sql`
    select error_code as "errorCode", due_at as "dueAt" from messages
    where org_id = ${campaign.orgId} and phone_number_id = ${campaign.phoneNumberId} and campaign_id = ${campaign.id}
      and id >= ${campaign.messagesFrom} and id < ${campaign.messagesTo} and due_at is not null and state in ('queued', 'unknown') and error_code <> ${answerLost}
    order by due_at limit 1`);
  const first = rows[0];
  return first ? { text: reasonOf(first.errorCode).text, nextTryAt: new Date(first.dueAt) } : null;
}

/** How long after a stop the page follows reports and replies; later ones show on the next visit. */
const echoMs = 60 * 60_000;

function isMoving(campaign: Campaign, counts: StateCounts, now: Date): boolean {
  if (isRunning(campaign.status) || campaign.status === "scheduled") return true;
  if (!["paused", "completed", "cancelled"].includes(campaign.status)) return false;
  const leftover = campaign.status === "cancelled" ? counts.queued : 0;
  const awaited = leftover + counts.unknown + counts.accepted + counts.sent + counts.delivered + counts.read;
  return awaited > 0 && now.getTime() - campaign.updatedAt.getTime() < echoMs;
}

/**
 * Excluded from the comparison: the rate, the time left and WhatsApp's error change without a move of any
 * message.
 */
const runningEveryMs = 5000;
const leastPauseMs = 1000;

/**
 * The progress as a page follows it: `progress` on every change, and `end` when nothing more happens
 * automatically.
 */
export function progressOf(ctx: OrgContext, campaignId: string, first: CampaignProgress) {
  let next: CampaignProgress | undefined = first;
  let sent = "";
  return {
    kinds: ["campaigns", "messages"] as const,
    everyMs: leastPauseMs,
    async read() {
      const progress = next ?? (await getProgress(ctx, campaignId));
      next = undefined;
      const data = JSON.stringify(progress);
      const events = data === sent ? [] : [{ event: "progress", data }];
      sent = data;
      if (!progress.moving) return { events: [...events, { event: "end", data: "{}" }], isLast: true };
      return { events, againInMs: isRunning(progress.status) ? runningEveryMs : undefined };
    },
  };
}
