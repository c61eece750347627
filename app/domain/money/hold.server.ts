import { and, eq, sql } from "drizzle-orm";
import { clientOf, inOneGo, type Tx } from "#app/db/client.server.ts";
import { holds, ledgerAccounts, monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { bookEntry } from "./book.server.ts";
import type { EntryFact } from "./entryFacts.ts";
import { heldCentsOf, heldParts, remainingOf } from "./heldParts.ts";
import { lockHold } from "./lock.server.ts";
import { type Quote, requireEnoughMoney } from "./quote.server.ts";

/** Inserts the hold and counts its included messages in its month. */
const holdText = `
with hold as (
  insert into holds (org_id, id, subject_id, messages, included_messages, month, price_cents_per_message, created_at,
    sms_cents_per_message)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
)
update monthly_usage set included_held = included_held + $5 where org_id = $1 and month = $6 and $5 > 0`;

/**
 * Holds included messages and money for a campaign, as quoted with `lock` in the same transaction. Single
 * templates are held with their messages (`queueTemplates`), and settled or released by
 * `settleSingleMessages`. @throws DomainError `wallet.too_little` (402).
 */
export async function holdForCampaign(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; campaignName: string; price: Quote; now: Date },
): Promise<{ holdId: string }> {
  const { orgId, campaignId, price, now } = input;
  requireEnoughMoney(price);
  const holdId = newId("hld", now.getTime());
  await inOneGo(tx, [
    () =>
      clientOf(tx).query({
        name: "put-on-hold",
        text: holdText,
        values: [
          ...[orgId, holdId, campaignId, price.messages, price.includedMessages, price.month],
          ...[price.priceCentsPerMessage, now, price.smsCentsPerMessage],
        ],
      }),
    () =>
      bookEntry(tx, {
        orgId,
        kind: "hold",
        about: { code: "hold.campaign", campaign: input.campaignName, messages: price.messages },
        reference: `hold:${holdId}`,
        postings: { wallet: -price.totalCents, held: price.totalCents },
        at: now,
      }),
  ]);
  return { holdId };
}

export interface HoldMove {
  orgId: OrgId;
  /** The campaign or single message of the hold. */
  subjectId: string;
  /** Messages; limited to the open ones of the hold. */
  count: number;
  /** Identifies the event, so that it is applied once; absent where the caller's rows ensure that. */
  reference?: string;
  at: Date;
}

/**
 * Settles delivered messages: the included ones first, then money from `held` to `revenue`. Returns how many.
 */
export async function settleDelivered(tx: Tx, move: HoldMove): Promise<{ settled: number }> {
  const { moved } = await moveHold(tx, "settle", move);
  return { settled: moved };
}

/**
 * Releases messages that will never be delivered: paid ones to the wallet first, then included ones to the
 * plan. Returns how many.
 */
export async function releaseUndelivered(tx: Tx, move: HoldMove): Promise<{ released: number }> {
  const { moved } = await moveHold(tx, "release", move);
  return { released: moved };
}

/**
 * Settles released messages that were delivered after all, from the wallet. Messages that it can't pay for
 * stay unpaid. Returns how many were settled.
 */
export async function settleReleased(tx: Tx, move: HoldMove): Promise<{ settled: number }> {
  const { moved } = await moveHold(tx, "settle_released", move);
  return { settled: moved };
}

/**
 * Charges an SMS that went in place of a message, and releases the message: at most one of the two is ever paid. The hold has
 * at least the price. Returns whether it was charged.
 */
export async function chargeSms(
  tx: Tx,
  move: Omit<HoldMove, "count"> & { priceCents: number },
): Promise<{ charged: boolean }> {
  const { moved } = await moveHold(tx, "sms", { ...move, count: 1 });
  return { charged: moved === 1 };
}

export type HoldStep = "settle" | "release" | "settle_released" | "sms";
export type Hold = typeof holds.$inferSelect;

/** What a move of one message adds to the settled and the released ones. */
const steps: Record<HoldStep, { settled: number; released: number }> = {
  settle: { settled: 1, released: 0 },
  release: { settled: 0, released: 1 },
  settle_released: { settled: 1, released: -1 },
  sms: { settled: 0, released: 1 },
};

export const afterwards = (hold: Hold, kind: HoldStep, count: number, smsCents = 0): Hold => ({
  ...hold,
  settledMessages: hold.settledMessages + steps[kind].settled * count,
  releasedMessages: hold.releasedMessages + steps[kind].released * count,
  smsCents: hold.smsCents + smsCents,
});

/** The change of each account, and of the held and used included messages, when a hold changes. */
export function differenceOf(before: Hold, after: Hold) {
  const [was, is] = [before, after].map((hold) => ({
    included: heldParts(hold).included,
    heldCents: heldCentsOf(hold),
    used: Math.min(hold.settledMessages, hold.includedMessages),
    revenueCents:
      Math.max(0, hold.settledMessages - hold.includedMessages) * hold.priceCentsPerMessage + hold.smsCents,
  })) as [Standing, Standing];
  const held = is.heldCents - was.heldCents;
  const revenue = is.revenueCents - was.revenueCents;
  return {
    postings: { held, revenue, wallet: -held - revenue },
    includedHeld: is.included - was.included,
    includedUsed: is.used - was.used,
  };
}

interface Standing {
  included: number;
  heldCents: number;
  used: number;
  revenueCents: number;
}

/** As many as are open in the hold, and as the wallet can pay for. */
async function movableOf(tx: Tx, hold: Hold, kind: HoldStep, wanted: number): Promise<number> {
  if (kind !== "settle_released") return Math.min(wanted, remainingOf(hold));
  const [wallet] = await tx
    .select({ balanceCents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, hold.orgId), eq(ledgerAccounts.name, "wallet")));
  let count = Math.min(wanted, hold.releasedMessages);
  for (; count > 0; count -= 1) {
    const { postings } = differenceOf(hold, afterwards(hold, kind, count));
    if (-postings.wallet <= (wallet?.balanceCents ?? 0)) break;
  }
  return count;
}

async function moveHold(
  tx: Tx,
  kind: HoldStep,
  move: HoldMove & { priceCents?: number },
): Promise<{ moved: number }> {
  const { orgId, subjectId, at } = move;
  const hold = await lockHold(tx, orgId, subjectId);
  const count = hold ? await movableOf(tx, hold, kind, move.count) : 0;
  if (!hold || count <= 0) return { moved: 0 };
  const after = afterwards(hold, kind, count, move.priceCents);
  const { postings, includedHeld, includedUsed } = differenceOf(hold, after);
  const entry = await bookEntry(tx, {
    orgId,
    kind: kind === "release" ? "release" : "settle",
    about: { code: outcomes[kind], messages: count, subject: subjectId },
    ...(move.reference ? { reference: move.reference } : {}),
    postings,
    at,
  });
  if (!entry.booked) return { moved: 0 };
  await tx
    .update(holds)
    .set({
      settledMessages: after.settledMessages,
      releasedMessages: after.releasedMessages,
      smsCents: after.smsCents,
      closedAt: remainingOf(after) === 0 ? at : null,
    })
    .where(and(eq(holds.orgId, orgId), eq(holds.id, hold.id)));
  if (includedHeld !== 0 || includedUsed !== 0)
    await tx
      .update(monthlyUsage)
      .set({
        includedHeld: sql`${monthlyUsage.includedHeld} + ${includedHeld}`,
        includedUsed: sql`${monthlyUsage.includedUsed} + ${includedUsed}`,
      })
      .where(and(eq(monthlyUsage.orgId, orgId), eq(monthlyUsage.month, hold.month)));
  if (kind === "settle" || kind === "settle_released") await countDelivered(tx, orgId, count, at);
  return { moved: count };
}

async function countDelivered(tx: Tx, orgId: OrgId, count: number, at: Date): Promise<void> {
  await tx
    .insert(monthlyUsage)
    .values({ orgId, month: monthOf(at, await timezoneOf(tx, orgId)), delivered: count })
    .onConflictDoUpdate({
      target: [monthlyUsage.orgId, monthlyUsage.month],
      set: { delivered: sql`${monthlyUsage.delivered} + ${count}` },
    });
}

export const outcomes = {
  settle: "messages.delivered",
  release: "messages.not_delivered",
  settle_released: "messages.delivered_after_all",
  sms: "messages.by_sms",
} as const satisfies Record<HoldStep, EntryFact["code"]>;

/** SQL: the organisation's timezone, for a statement about its holds. */
export const timezoneColumn = (orgId: unknown) =>
  sql<string>`(select ${organisations.timezone} from ${organisations} where ${organisations.id} = ${orgId})`;

async function timezoneOf(tx: Tx, orgId: OrgId): Promise<string | undefined> {
  const [org] = await tx
    .select({ timezone: organisations.timezone })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  return org?.timezone;
}
