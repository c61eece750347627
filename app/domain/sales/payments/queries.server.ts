import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { paymentQuestions, paymentRefunds } from "#app/db/schema/sales/matching.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { together } from "#app/db/together.server.ts";
import { customersNear } from "#app/domain/sales/accounts/closest.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { hasOperator } from "#app/domain/sales/tills/keys.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { pageSize } from "#app/platform/pageOf.ts";
import { m } from "#messages";
import type { PaymentFilters } from "./schemas.ts";
import { documentsOfPayment, partsOf } from "./subjects.server.ts";

const dayMs = 86_400_000;

const columns = {
  id: tillPayments.id,
  receipt: tillPayments.receipt,
  amountCents: tillPayments.amountCents,
  allocatedCents: tillPayments.allocatedCents,
  refundedCents: tillPayments.refundedCents,
  paidAt: tillPayments.paidAt,
  account: tillPayments.account,
  payer: tillPayments.payer,
  payerName: tillPayments.payerName,
  state: tillPayments.state,
  contactId: tillPayments.contactId,
  matchedBy: tillPayments.matchedBy,
  tillId: tillPayments.tillId,
  till: tills.name,
};

const from = (tx: Tx, { orgId }: OrgContext) =>
  tx
    .select({
      ...columns,
      contact: sql<string | null>`case when ${tillPayments.contactId} is not null
        then coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, ${m.common_whatsapp_user()}) end`,
    })
    .from(tillPayments)
    .innerJoin(tills, and(eq(tills.orgId, orgId), eq(tills.id, tillPayments.tillId)))
    .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, tillPayments.contactId)))
    .$dynamic();

type Row = Awaited<ReturnType<typeof from>>[number];

/** What is left of a matched payment is the customer's credit. */
const withCredit = (row: Row) => ({
  ...row,
  creditCents: row.state === "matched" ? row.amountCents - row.allocatedCents - row.refundedCents : 0,
});

/**
 * A page of payments, newest first, with the tills to filter by and how many wait for a member.
 * @throws DomainError `till.not_found`
 */
export const listPayments = (ctx: OrgContext, filters: PaymentFilters) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    if (filters.tillId !== "") await findTill(tx, ctx.orgId, filters.tillId);
    const rows = await from(tx, ctx)
      .where(and(...conditionsOf(ctx, filters)))
      .orderBy(desc(tillPayments.paidAt), desc(tillPayments.id))
      .limit(pageSize + 1);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    return {
      payments: shown.map(withCredit),
      nextCursor: rows.length > pageSize && last ? `${last.paidAt.getTime()}.${last.id}` : null,
      tills: await tx
        .select({ id: tills.id, name: tills.name })
        .from(tills)
        .where(eq(tills.orgId, ctx.orgId))
        .orderBy(asc(tills.createdAt))
        .limit(100),
      waiting: await countWaiting(tx, ctx),
    };
  });

function conditionsOf({ orgId }: OrgContext, { state, tillId, day, cursor }: PaymentFilters) {
  const parts: (SQL | undefined)[] = [eq(tillPayments.orgId, orgId)];
  if (state !== "") parts.push(eq(tillPayments.state, state));
  // A constant in the statement lets the partial index of waiting payments be used.
  if (state !== "" && state !== "matched") parts.push(sql`${tillPayments.state} <> 'matched'`);
  if (tillId !== "") parts.push(eq(tillPayments.tillId, tillId));
  if (day !== "") {
    const start = new Date(`${day}T00:00:00+03:00`);
    parts.push(gte(tillPayments.paidAt, start));
    parts.push(lt(tillPayments.paidAt, new Date(start.getTime() + dayMs)));
  }
  if (cursor) {
    const [time = "", id = ""] = cursor.split(".");
    parts.push(
      sql`(${tillPayments.paidAt}, ${tillPayments.id}) < (${new Date(Number(time)).toISOString()}::timestamptz, ${id})`,
    );
  }
  return parts;
}

const mostCounted = 1000;

/** Up to a thousand payments that need a member: no customer, or not confirmed. */
async function countWaiting(tx: Tx, { orgId }: OrgContext): Promise<number> {
  const waiting = tx
    .select({ one: sql<number>`1`.as("one") })
    .from(tillPayments)
    .where(
      and(
        eq(tillPayments.orgId, orgId),
        sql`${tillPayments.state} in ('unmatched', 'unconfirmed') and ${tillPayments.state} <> 'matched'`,
      ),
    )
    .limit(mostCounted)
    .as("waiting");
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(waiting);
  return row?.count ?? 0;
}

/** A payment with what it paid, the customers it may be of, and what was refunded. @throws DomainError `till_payment.not_found` */
export const getPayment = (ctx: OrgContext, id: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await from(tx, ctx).where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, id)));
    if (!row) throw notFound("Till payment");
    const { tillId, account: typed, state } = row;
    const refunds = await refundsOf(tx, ctx, id);
    const dueCents = refunds.reduce((sum, one) => sum + (one.state === "due" ? one.amountCents : 0), 0);
    return {
      payment: { ...withCredit(row), dueCents },
      ...(await together(tx, {
        paid: partsOf(tx, ctx.orgId, id),
        invoices: documentsOfPayment(tx, ctx.orgId, id),
      })),
      candidates: state === "unmatched" ? await customersNear(tx, ctx.orgId, { tillId, typed }) : [],
      questions: await questionsOf(tx, ctx, id),
      refunds,
      canReverse: hasOperator(ctx, await findTill(tx, ctx.orgId, tillId)),
    };
  });

const questionsOf = (tx: Tx, { orgId }: OrgContext, paymentId: string) =>
  tx
    .select({
      id: paymentQuestions.id,
      contactId: paymentQuestions.contactId,
      contact: sql<string>`coalesce(nullif(${contacts.name}, ''), ${contacts.phone}, '')`,
      answer: paymentQuestions.answer,
      answeredAt: paymentQuestions.answeredAt,
      createdAt: paymentQuestions.createdAt,
    })
    .from(paymentQuestions)
    .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, paymentQuestions.contactId)))
    .where(and(eq(paymentQuestions.orgId, orgId), eq(paymentQuestions.paymentId, paymentId)))
    .orderBy(asc(paymentQuestions.createdAt), asc(paymentQuestions.id));

const refundsOf = (tx: Tx, { orgId }: OrgContext, paymentId: string) =>
  tx
    .select({
      id: paymentRefunds.id,
      paymentId: paymentRefunds.paymentId,
      way: paymentRefunds.way,
      state: paymentRefunds.state,
      amountCents: paymentRefunds.amountCents,
      orderId: paymentRefunds.orderId,
      order: orders.number,
      note: paymentRefunds.note,
      receipt: paymentRefunds.receipt,
      resultDesc: paymentRefunds.resultDesc,
      createdAt: paymentRefunds.createdAt,
    })
    .from(paymentRefunds)
    .leftJoin(orders, and(eq(orders.orgId, orgId), eq(orders.id, paymentRefunds.orderId)))
    .where(and(eq(paymentRefunds.orgId, orgId), eq(paymentRefunds.paymentId, paymentId)))
    .orderBy(asc(paymentRefunds.createdAt));
