import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { type OrderSource, orders } from "#app/db/schema/sales/orders.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { type Product, productsForSale } from "#app/domain/sales/products/find.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { requireDiscount } from "./discount.server.ts";
import { type NewLine, type Order, writeOrders } from "./write.server.ts";

/** A line of a new order: a product, or something with a name and a price. */
export type LineInput =
  | { productId: string; quantity: number }
  | { name: string; priceCents: number; quantity: number };

export interface OrderInput {
  contactId: string;
  conversationId?: string | undefined;
  dealId?: string | undefined;
  source: OrderSource;
  lines?: readonly LineInput[] | undefined;
  deliveryCents?: number | undefined;
  discountCents?: number | undefined;
  note?: string | undefined;
  /** For its invoice; without it, that of the customer. */
  buyerPin?: string | undefined;
  /** The same key creates one order. */
  key: string;
}

/**
 * Creates a draft order of a customer, once per key.
 * @throws DomainError `contact.not_found`, `conversation.not_found`, `deal.not_found`, `product.not_found`,
 * `order.discount_too_large`
 */
export const createOrder = ({ ctx, input }: Call<OrderInput>): Promise<Order> =>
  ctx.db.withOrg(ctx.orgId, (tx) => createOrderIn(tx, ctx, input));

/** The same, within a larger transaction. */
export async function createOrderIn(tx: Tx, ctx: OrgContext, input: OrderInput): Promise<Order> {
  const { orgId } = ctx;
  const contact = await findContact(tx, orgId, input.contactId);
  if (input.conversationId) await requireConversation(tx, ctx, input.conversationId, contact.id);
  if (input.dealId) await requireDeal(tx, ctx, input.dealId, contact.id);
  const lines = await pricedLines(tx, ctx, input.lines ?? []);
  requireDiscount(lines, input);
  const [made] = await writeOrders(tx, ctx, [
    {
      contactId: contact.id,
      conversationId: input.conversationId ?? null,
      dealId: input.dealId ?? null,
      source: input.source,
      key: input.key,
      ...{ note: input.note ?? "", buyerPin: input.buyerPin ?? null },
      deliveryCents: input.deliveryCents ?? 0,
      discountCents: input.discountCents ?? 0,
      createdBy: userOf(ctx.actor),
      createdAt: ctx.clock.now(),
      lines,
    },
  ]);
  if (made) return made;
  const [known] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, orgId), eq(orders.key, input.key)));
  return known!;
}

/** Lines at the catalogue's prices of today. @throws DomainError `product.not_found` */
export async function pricedLines(
  tx: Tx,
  { orgId }: OrgContext,
  lines: readonly LineInput[],
): Promise<NewLine[]> {
  const ids = lines.flatMap((line) => ("productId" in line ? line.productId : []));
  const found = await productsForSale(tx, orgId, ids);
  return lines.map((line) =>
    "productId" in line
      ? ofProduct(found.get(line.productId)!, line.quantity)
      : { ...line, productId: null, vatClass: "none" },
  );
}

const ofProduct = ({ id, name, priceCents, retailerId, vatClass }: Product, quantity: number): NewLine => ({
  ...{ productId: id, retailerId, name, quantity },
  ...{ priceCents, listPriceCents: priceCents, vatClass },
});

async function requireConversation(tx: Tx, { orgId }: OrgContext, id: string, contactId: string) {
  const [found] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.orgId, orgId), eq(conversations.id, id), eq(conversations.contactId, contactId)),
    );
  if (!found) throw notFound("Conversation");
}

async function requireDeal(tx: Tx, { orgId }: OrgContext, id: string, contactId: string) {
  const [found] = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(eq(deals.orgId, orgId), eq(deals.id, id), eq(deals.contactId, contactId)));
  if (!found) throw notFound("Deal");
}
