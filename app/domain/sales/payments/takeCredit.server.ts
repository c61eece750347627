import { and, asc, eq, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { type ContactCredit, payDues } from "#app/domain/sales/dues/pay.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { TillPayment } from "./store.server.ts";

/** What a payment still has: credit, where it is matched. */
export const leftOf = ({ amountCents, allocatedCents, refundedCents }: TillPayment): number =>
  amountCents - allocatedCents - refundedCents;

/** New dues take the credit that their contacts have at the till. Payments are locked (`lockPayments`). */
export async function takeCredit(
  tx: Tx,
  ctx: OrgContext,
  { tillId, contactIds }: { tillId: string; contactIds: readonly string[] },
): Promise<void> {
  const payments = (await paymentsWithCredit(tx, ctx, contactIds)).filter((one) => one.tillId === tillId);
  if (payments.length > 0) await payOwnDues(tx, ctx, tillId, payments);
}

/** Payments to a till, locked, pay the open dues of their contacts. */
export const payOwnDues = async (
  tx: Tx,
  ctx: OrgContext,
  tillId: string,
  payments: readonly TillPayment[],
): Promise<void> => noteTaken(tx, ctx, await payDues(tx, ctx, tillId, payments.map(creditIn)));

export const creditIn = (payment: TillPayment): ContactCredit => ({
  ...{ paymentId: payment.id, contactId: payment.contactId ?? "", receipt: payment.receipt },
  leftCents: leftOf(payment),
});

/** The payments of contacts that have credit, locked, oldest first. Payments are locked (`lockPayments`). */
export const paymentsWithCredit = (
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  contactIds: readonly string[],
): Promise<TillPayment[]> =>
  tx
    .select()
    .from(tillPayments)
    .where(
      and(
        ...[eq(tillPayments.orgId, orgId), isAnyOf(tillPayments.contactId, contactIds)],
        ...[eq(tillPayments.state, "matched"), sql`amount_cents > allocated_cents + refunded_cents`],
      ),
    )
    .orderBy(asc(tillPayments.paidAt), asc(tillPayments.id))
    .for("update");

/** Stores what was given of payments. */
export async function noteTaken(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  given: ReadonlyMap<string, number>,
): Promise<void> {
  await clientOf(tx).query({
    name: "take-credit",
    text: `update till_payments p set allocated_cents = p.allocated_cents + part.cents, updated_at = $4
      from unnest($2::text[], $3::bigint[]) as part (id, cents) where p.org_id = $1 and p.id = part.id`,
    values: [ctx.orgId, [...given.keys()], [...given.values()], ctx.clock.now()],
  });
}
