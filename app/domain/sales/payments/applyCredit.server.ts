import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dues } from "#app/db/schema/sales/books.ts";
import { record } from "#app/domain/record/record.server.ts";
import { payDue } from "#app/domain/sales/dues/pay.server.ts";
import { openCents } from "#app/domain/sales/dues/states.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { creditApplied } from "#app/domain/sales/events.ts";
import { openRequestOfOrder } from "#app/domain/sales/orders/ask.server.ts";
import { lockRequest } from "#app/domain/sales/requests/end.server.ts";
import { type PaymentRequest, personOf } from "#app/domain/sales/requests/facts.server.ts";
import { isIdle, isOpen } from "#app/domain/sales/requests/states.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { payUpTo } from "./allocate.server.ts";
import { creditIn, leftOf, noteTaken, paymentsWithCredit } from "./takeCredit.server.ts";

/** What was given; 0 where all of it was paid already. */
type Applied = Promise<{ cents: number }>;

/**
 * Pays a request with what its customer has as credit, as far as it reaches: that of the request's till first.
 * @throws DomainError `payment_request.not_found`, `payment_request.prompt_open`, `payment_request.ended`, `credit.none`
 */
export const creditToRequest = ({ ctx, input }: Call<{ requestId: string }>): Applied =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    return payByCredit(tx, ctx, await lockRequest(tx, ctx.orgId, input.requestId));
  });

/** The same for an order that waits for its money. @throws DomainError `order.not_found`, `order.state`, those of `creditToRequest` */
export const creditToOrder = ({ ctx, input }: Call<{ orderId: string }>): Applied =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    const requestId = await openRequestOfOrder(tx, ctx, input.orderId);
    return payByCredit(tx, ctx, await lockRequest(tx, ctx.orgId, requestId));
  });

async function payByCredit(tx: Tx, ctx: OrgContext, request: PaymentRequest): Applied {
  if (request.state === "paid") return { cents: 0 };
  if (!isIdle(request.state))
    throw salesError(isOpen(request.state) ? "payment_request.prompt_open" : "payment_request.ended");
  const given = new Map<string, number>();
  let current = request;
  for (const payment of await ofCustomer(tx, ctx, request)) {
    if (current.paidCents >= current.amountCents) break;
    const cents = await payUpTo(tx, ctx, { payment, request: current, leftCents: leftOf(payment) });
    if (cents > 0) given.set(payment.id, cents);
    current = { ...current, paidCents: current.paidCents + cents };
  }
  const { id, contactId, reason } = request;
  return applied(tx, ctx, given, { subject: id, contactId, reason });
}

/** Credit of the same till first. */
async function ofCustomer(
  tx: Tx,
  ctx: OrgContext,
  { contactId, tillId }: { contactId: string | null; tillId: string },
) {
  const payments = contactId === null ? [] : await paymentsWithCredit(tx, ctx, [contactId]);
  return payments.toSorted((a, b) => Number(b.tillId === tillId) - Number(a.tillId === tillId));
}

async function applied(
  tx: Tx,
  ctx: OrgContext,
  given: ReadonlyMap<string, number>,
  { subject, contactId, reason }: { subject: string; contactId: string | null; reason: string },
): Applied {
  const cents = [...given.values()].reduce((sum, part) => sum + part, 0);
  if (cents === 0) throw salesError("credit.none");
  await noteTaken(tx, ctx, given);
  const data = { ...(await personOf(tx, ctx, contactId)), amountCents: cents, reason };
  await record(tx, ctx, creditApplied, { subject, data });
  return { cents };
}

/** The same for a due: credit at its till has paid it already, so this is that of other tills. @throws DomainError `due.not_found`, `due.closed`, `credit.none` */
export const creditToDue = ({ ctx, input }: Call<{ dueId: string }>): Applied =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    const [due] = await tx
      .select()
      .from(dues)
      .where(and(eq(dues.orgId, ctx.orgId), eq(dues.id, input.dueId)))
      .for("update");
    if (!due) throw notFound("Due");
    if (due.cancelledAt !== null) throw salesError("due.closed");
    if (openCents(due) === 0) return { cents: 0 };
    const credits = (await ofCustomer(tx, ctx, due)).map(creditIn);
    const { contactId, label: reason, id: subject } = due;
    return applied(tx, ctx, await payDue(tx, ctx, due, credits), { subject, contactId, reason });
  });
