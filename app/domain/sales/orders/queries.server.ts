import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { orders } from "#app/db/schema/sales/orders.ts";
import { paymentAllocations, paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { findContactIds } from "#app/db/search.server.ts";
import { rowsOf, together } from "#app/db/together.server.ts";
import { creditQuery } from "#app/domain/sales/accounts/creditOf.server.ts";
import { productsNamed, shownProduct } from "#app/domain/sales/products/queries.server.ts";
import { documentsOf } from "#app/domain/sales/tax/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { linesIn, ofOrder } from "./find.server.ts";
import { isToRefund, refundCentsOf, refundsOfOrder } from "./refunds.server.ts";
import type { OrderFilters } from "./schemas.ts";
import { orderMoves } from "./states.ts";
import type { Order, OrderLine } from "./write.server.ts";

const pageSize = 50;
const shownOfContact = 5;
const shownProducts = 10;

/** The customer of an order. */
const itsContact = (orgId: OrgId) => and(eq(contacts.orgId, orgId), eq(contacts.id, orders.contactId));

const shownOrder = ({
  order,
  contact,
  phone,
  refundCents,
}: {
  order: Order;
  refundCents: number;
  contact: string | null;
  phone: string | null;
}) => ({
  id: order.id,
  number: order.number,
  state: order.state,
  source: order.source,
  contactId: order.contactId,
  contact: contact || phone || "",
  totalCents: order.totalCents,
  paidCents: order.paidCents,
  refundCents,
  isRepeated: order.repeatsId !== null,
  createdAt: order.createdAt,
});

const from = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      order: orders,
      contact: contacts.name,
      phone: contacts.phone,
      kraPin: contacts.kraPin,
      refundCents: refundCentsOf(orgId),
    })
    .from(orders)
    .leftJoin(contacts, itsContact(orgId))
    .$dynamic();

/** Orders, newest first, a page at a time; `next` is the cursor of the page after. */
export async function listOrders(ctx: OrgContext, { q, state, cursor }: OrderFilters) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await from(tx, ctx.orgId)
      .where(
        and(
          eq(orders.orgId, ctx.orgId),
          q === "" ? undefined : await foundBy(tx, ctx.orgId, q),
          state === "" ? undefined : state === "refund" ? isToRefund(ctx.orgId) : eq(orders.state, state),
          cursor === "" ? undefined : lt(orders.id, cursor),
        ),
      )
      .orderBy(desc(orders.id))
      .limit(pageSize + 1);
    const page = rows.slice(0, pageSize);
    return {
      orders: page.map(shownOrder),
      next: rows.length > pageSize ? (page.at(-1)?.order.id ?? null) : null,
    };
  });
}

/** Its number, or a part of the customer's name or number. */
async function foundBy(tx: Tx, orgId: OrgId, q: string): Promise<SQL> {
  const number = /^#?\s*(\d{1,9})$/.exec(q)?.[1];
  const people = await findContactIds(tx, orgId, q);
  return sql`(${orders.contactId} = any(${sql.param(people)}::text[]) or ${orders.number} = ${Number(number ?? -1)})`;
}

/** The newest orders of a customer. @throws DomainError `contact.not_found` */
export const ordersOfContact = (ctx: OrgContext, contactId: string) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const newest = from(tx, ctx.orgId)
      .where(and(eq(orders.orgId, ctx.orgId), eq(orders.contactId, contactId)))
      .orderBy(desc(orders.id))
      .limit(shownOfContact);
    const [found] = await tx
      .select({ newest: rowsOf(newest) })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, contactId)));
    if (!found) throw notFound("Contact");
    return { orders: found.newest.map(shownOrder) };
  });

/**
 * An order with its lines, customer, requests and payments, and the tills to ask with. @throws DomainError
 * `order.not_found`
 */
export async function getOrder({ ctx, input: { orderId } }: Call<{ orderId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await from(tx, ctx.orgId).where(ofOrder(ctx.orgId, orderId));
    if (!row) throw notFound("Order");
    const { order } = row;
    const parts = await together(tx, {
      lines: linesIn(tx, ctx.orgId, orderId),
      requests: requestsOf(tx, ctx.orgId, orderId),
      payments: paymentsOf(tx, ctx.orgId, orderId),
      refunds: refundsOfOrder(tx, ctx.orgId, orderId),
      invoices: documentsOf(tx, ctx.orgId, orderId),
      credit: creditQuery(tx, ctx.orgId, order.contactId),
      tills: tillsIn(tx, ctx.orgId),
      repeated: numberOf(tx, ctx.orgId, order.repeatsId),
      deals: dealOf(tx, ctx.orgId, order.dealId),
    });
    const lines = parts.lines.map(shownLine);
    return {
      order: {
        ...shownOrder(row),
        ...{ conversationId: order.conversationId, note: order.note },
        ...{ buyerPin: order.buyerPin, customerPin: order.buyerPin ?? row.kraPin },
        subtotalCents: order.subtotalCents,
        deliveryCents: order.deliveryCents,
        discountCents: order.discountCents,
        problems: order.problems,
        repeats: parts.repeated[0] ?? null,
        deal: parts.deals[0] ?? null,
        paidAt: order.paidAt,
        moves: orderMoves[order.state],
      },
      phone: row.phone,
      lines,
      requests: parts.requests,
      ...{ payments: parts.payments, refunds: parts.refunds, invoices: parts.invoices },
      creditCents: parts.credit[0]?.cents ?? 0,
      tills: parts.tills,
    };
  });
}

const shownLine = ({ position, productId, retailerId, name, quantity, vatClass, ...line }: OrderLine) => ({
  ...{ position, productId, retailerId, name, quantity, vatClass },
  priceCents: line.priceCents,
  amountCents: line.priceCents === null ? null : line.priceCents * quantity,
  /** The catalogue's price at that time, where the customer saw another one. */
  changedFromCents: line.listPriceCents !== line.priceCents ? line.listPriceCents : null,
});

const requestsOf = (tx: Tx, orgId: OrgId, orderId: string) =>
  tx
    .select({
      id: paymentRequests.id,
      state: paymentRequests.state,
      amountCents: paymentRequests.amountCents,
      paidCents: paymentRequests.paidCents,
      account: paymentRequests.accountNumber,
      resultCode: paymentRequests.resultCode,
      till: tills.name,
      tillNumber: tills.number,
      tillKind: tills.kind,
      createdAt: paymentRequests.createdAt,
    })
    .from(paymentRequests)
    .innerJoin(tills, and(eq(tills.orgId, orgId), eq(tills.id, paymentRequests.tillId)))
    .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.sourceId, orderId)))
    .orderBy(desc(paymentRequests.createdAt));

const paymentsOf = (tx: Tx, orgId: OrgId, orderId: string) =>
  tx
    .select({
      id: tillPayments.id,
      receipt: tillPayments.receipt,
      paidAt: tillPayments.paidAt,
      amountCents: tillPayments.amountCents,
      allocatedCents: paymentAllocations.amountCents,
    })
    .from(paymentRequests)
    .innerJoin(
      paymentAllocations,
      and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.targetId, paymentRequests.id)),
    )
    .innerJoin(
      tillPayments,
      and(eq(tillPayments.orgId, orgId), eq(tillPayments.id, paymentAllocations.paymentId)),
    )
    .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.sourceId, orderId)))
    .orderBy(tillPayments.paidAt);

const tillsIn = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ id: tills.id, name: tills.name, number: tills.number })
    .from(tills)
    .where(and(eq(tills.orgId, orgId), isNull(tills.removedAt)))
    .orderBy(tills.createdAt, tills.id);

const numberOf = (tx: Tx, orgId: OrgId, orderId: string | null) =>
  tx
    .select({ id: orders.id, number: orders.number, createdAt: orders.createdAt })
    .from(orders)
    .where(ofOrder(orgId, orderId ?? ""));

const dealOf = (tx: Tx, orgId: OrgId, dealId: string | null) =>
  tx
    .select({ id: deals.id, title: deals.title })
    .from(deals)
    .where(and(eq(deals.orgId, orgId), eq(deals.id, dealId ?? "")));

/** A draft with the products that can be added to it. @throws DomainError `order.not_found` */
export async function getDraft({ ctx, input: { orderId, q } }: Call<{ orderId: string; q: string }>) {
  const found = await getOrder({ ctx, input: { orderId } });
  const products = await ctx.db.withOrg(ctx.orgId, (tx) =>
    productsNamed(tx, ctx.orgId, { q, isArchived: false, limit: shownProducts }),
  );
  return { ...found, products: products.map(shownProduct) };
}
