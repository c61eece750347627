import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { billingAccounts, mpesaReceipts, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { hasNear, isNear } from "#app/domain/money/bank/isNear.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { assignLine } from "../bank/claim.server.ts";
import { moneyNote } from "../notes.ts";
import { readAccountNumber } from "./accountNumbers.ts";
import { givePayment } from "./suspense.server.ts";

export interface Suggestion {
  /** `mpesa:UKL51ZDR4F` or `bank:bkl_…`. */
  suggestion: string;
  method: "mpesa" | "bank";
  amountCents: number;
  paidAt: Date;
  /** The typed account number. */
  typed: string;
}

const looked = 500;

/**
 * Unmatched payments whose account or reference is one typo away from this organisation's, and from no other.
 */
export const listSuggestions = (ctx: OrgContext): Promise<Suggestion[]> =>
  ctx.db.withSystem((tx) => suggestionsOf(tx, ctx));

async function suggestionsOf(tx: Tx, ctx: OrgContext): Promise<Suggestion[]> {
  return [...(await ofPaybill(tx, ctx)), ...(await ofBank(tx, ctx))];
}

async function ofPaybill(tx: Tx, { orgId }: OrgContext): Promise<Suggestion[]> {
  const [own] = await tx
    .select({ number: billingAccounts.accountNumber })
    .from(billingAccounts)
    .where(eq(billingAccounts.orgId, orgId));
  if (!own) return [];
  const waiting = await tx
    .select()
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.state, "suspense"))
    .orderBy(asc(mpesaReceipts.paidAt))
    .limit(looked);
  const near = waiting.filter(({ account }) => isNear(readAccountNumber(account), own.number));
  if (near.length === 0) return [];
  const all = await tx
    .select({ orgId: billingAccounts.orgId, number: billingAccounts.accountNumber })
    .from(billingAccounts);
  const isOnlyOurs = (account: string) =>
    !all.some(({ orgId: other, number }) => other !== orgId && isNear(readAccountNumber(account), number));
  return near
    .filter(({ account }) => isOnlyOurs(account))
    .map(({ receipt, amountCents, paidAt, account }) => ({
      ...{ suggestion: `mpesa:${receipt}`, method: "mpesa" as const },
      ...{ amountCents, paidAt, typed: account },
    }));
}

async function ofBank(tx: Tx, { orgId }: OrgContext): Promise<Suggestion[]> {
  const announced = await tx
    .select({ reference: paymentAttempts.reference, amountCents: paymentAttempts.amountCents })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orgId, orgId),
        eq(paymentAttempts.method, "bank"),
        inArray(paymentAttempts.state, ["pending", "unknown"]),
      ),
    );
  if (announced.length === 0) return [];
  const amounts = [...new Set(announced.map(({ amountCents }) => amountCents))];
  const lines = await tx
    .select()
    .from(bankStatementLines)
    .where(and(eq(bankStatementLines.state, "open"), inArray(bankStatementLines.amountCents, amounts)))
    .limit(looked);
  const isOurs = (line: (typeof lines)[number]) =>
    announced.some(
      ({ reference, amountCents }) =>
        amountCents === line.amountCents && reference !== null && hasNear(line.narration, reference),
    );
  return lines.filter(isOurs).map(({ id, amountCents, bookedOn, narration }) => ({
    ...{ suggestion: `bank:${id}`, method: "bank" as const },
    ...{ amountCents, paidAt: new Date(`${bookedOn}T00:00:00Z`), typed: narration },
  }));
}

/**
 * An organisation claims a suggested payment. @throws DomainError `payment.not_found` (404) when it is not
 * suggested to it, or no longer.
 */
export const claimSuggestion = ({ ctx, input }: Call<{ suggestion: string }>) =>
  ctx.db.withSystem(async (tx): Promise<{ amountCents: number }> => {
    const found = (await suggestionsOf(tx, ctx)).find(({ suggestion }) => suggestion === input.suggestion);
    if (!found) throw moneyError("payment.not_found:suggested");
    const note = moneyNote("money.claimed_typed", { typed: found.typed.slice(0, 60) });
    const id = found.suggestion.slice(found.suggestion.indexOf(":") + 1);
    return found.method === "mpesa"
      ? givePayment(tx, ctx, ctx.actor, { receipt: id, orgId: ctx.orgId, note })
      : assignLine(tx, ctx, { lineId: id, note });
  });
