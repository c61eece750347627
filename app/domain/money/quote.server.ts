import { eq } from "drizzle-orm";
import { clientOf, inOneGo, type Tx } from "#app/db/client.server.ts";
import { monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { cardOf, readFunds } from "./funds.server.ts";
import { lockLedger } from "./lock.server.ts";
import { readPrices } from "./prices/read.server.ts";

/** The price of a send before it happens. Amounts are KES cents. */
export interface Quote {
  rateCardId: string;
  messages: number;
  /** The month of sending, `2026-11`. */
  month: string;
  /** Covered by the plan's included messages of that month. */
  includedMessages: number;
  paidMessages: number;
  includedLeftBefore: number;
  priceCentsPerMessage: number;
  /** Of the SMS that may go in place of a message, at most; 0 where none does. */
  smsCentsPerMessage: number;
  /** What is held: for each message the dearer of its two prices. */
  totalCents: number;
  walletCents: number;
  walletAfterCents: number;
  /** Must remain in the wallet for replies and one-time codes; 0 unless a campaign costs money. */
  reserveCents: number;
  /** Missing in the wallet, with the reserve; 0 when there is enough. */
  missingCents: number;
}

/** The organisation's rate card in force at a time, and its month. */
export async function rateCardOf(tx: Tx, orgId: OrgId, at: Date) {
  const [org] = await tx.select().from(organisations).where(eq(organisations.id, orgId));
  if (!org) throw notFound("Organisation");
  return { org, ...(await cardOf(tx, org, at)) };
}

/**
 * Quotes `messages` messages sent at `at`, with that month's price and included messages. `lock` keeps these
 * and the wallet as quoted until the transaction ends. A campaign does not use the reserve.
 */
export async function quote(
  tx: Tx,
  input: Payer & { messages: number; lock?: boolean; isCampaign?: boolean; smsCents?: number },
): Promise<Quote> {
  const purse = await (input.lock ? lockPurse : readPurse)(tx, input);
  const reserve = input.isCampaign ? (await readPrices(tx)).campaignReserveAt(input.at) : 0;
  return priceOf(purse, input.messages, { reserve, smsCents: input.smsCents });
}

/** The price of `messages` messages. `reserve`: cents that must remain in the wallet; `smsCents`: the most for the SMS of one. */
export function priceOf(
  purse: Purse,
  messages: number,
  { reserve = 0, smsCents = 0 }: { reserve?: number; smsCents?: number | undefined } = {},
): Quote {
  const { card, month, walletCents, used } = purse;
  const includedLeftBefore = Math.max(0, card.includedMessages - used);
  const includedMessages = Math.min(messages, includedLeftBefore);
  const paidMessages = messages - includedMessages;
  const totalCents = includedMessages * smsCents + paidMessages * Math.max(card.perMessageCents, smsCents);
  const reserveCents = totalCents > 0 ? reserve : 0;
  return {
    rateCardId: card.id,
    messages,
    month,
    includedMessages,
    paidMessages,
    includedLeftBefore,
    priceCentsPerMessage: card.perMessageCents,
    smsCentsPerMessage: smsCents,
    totalCents,
    walletCents,
    walletAfterCents: walletCents - totalCents,
    reserveCents,
    missingCents: Math.max(0, totalCents + reserveCents - walletCents),
  };
}

/** What an organisation can send with: its wallet, and the month's included messages that are used or held. */
export interface Purse extends Awaited<ReturnType<typeof cardOf>> {
  walletCents: number;
  used: number;
}

const usedOf = (usage: typeof monthlyUsage.$inferSelect | undefined) =>
  (usage?.includedUsed ?? 0) + (usage?.includedHeld ?? 0);

/** The purse after a purchase. */
export const afterwards = (purse: Purse, { includedMessages, walletAfterCents }: Quote): Purse => ({
  ...purse,
  walletCents: walletAfterCents,
  used: purse.used + includedMessages,
});

interface Payer {
  orgId: OrgId;
  at: Date;
  /** The columns that decide its prices, if already loaded in this transaction. */
  org?: Parameters<typeof cardOf>[1];
}

export async function readPurse(tx: Tx, { orgId, at }: Payer): Promise<Purse> {
  const { org, balanceOf, usageOf } = await readFunds(tx, orgId);
  const { card, month } = await cardOf(tx, org, at);
  return { card, month, walletCents: balanceOf("wallet"), used: usedOf(usageOf(month)) };
}

/** The purse, locked: accounts first, then the month, whose counters the first quote creates. */
export async function lockPurse(
  tx: Tx,
  { orgId, at, org, locked }: Payer & { locked?: readonly LockedMonth[] },
): Promise<Purse> {
  const { card, month } = org ? await cardOf(tx, org, at) : await rateCardOf(tx, orgId, at);
  const lock = () => lockMonths(tx, orgId, [month]);
  const find = (rows: readonly LockedMonth[]) => rows.find((row) => row.month === month);
  let own = find(locked ?? (await lock()));
  if (!own) {
    await lockLedger(tx, orgId);
    await tx.insert(monthlyUsage).values({ orgId, month }).onConflictDoNothing();
    own = find(await lock());
  }
  return { card, ...own! };
}

/** A month with its counters and the wallet, locked. */
export type LockedMonth = Pick<Purse, "month" | "walletCents" | "used">;

const lockMonthsText = `
select month, included_used + included_held as used from monthly_usage where org_id = $1 and month = any($2) for update`;

/** After the ledger. */
async function lockMonths(tx: Tx, orgId: OrgId, months: readonly string[]): Promise<LockedMonth[]> {
  const [{ walletCents }, { rows }] = await inOneGo(tx, [
    () => lockLedger(tx, orgId),
    () =>
      clientOf(tx).query<Omit<LockedMonth, "walletCents">>({
        name: "lock-months",
        text: lockMonthsText,
        values: [orgId, months],
      }),
  ]);
  return rows.map((row) => ({ ...row, walletCents }));
}

/**
 * Locks every month that `at` may fall in, for `lockPurse` while the organisation's timezone is not loaded
 * yet.
 */
export const lockMonthsAt = (tx: Tx, orgId: OrgId, at: Date): Promise<LockedMonth[]> =>
  lockMonths(tx, orgId, [...new Set([monthOf(at, "Pacific/Kiritimati"), monthOf(at, "Etc/GMT+12")])]);

/** @throws DomainError `wallet.too_little` (402), naming the missing amount. */
export function requireEnoughMoney(price: Quote): void {
  if (price.missingCents === 0) return;
  const values = {
    total: formatKes(price.totalCents),
    wallet: formatKes(price.walletCents),
    missing: formatKes(price.missingCents),
  };
  if (price.reserveCents <= 0) throw moneyError("wallet.too_little:by", { values });
  const reserve = formatKes(price.reserveCents);
  throw moneyError("wallet.too_little:reserve", { values: { ...values, reserve } });
}
