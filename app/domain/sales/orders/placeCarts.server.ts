import { and, eq, gte, lte } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { RecordContext } from "#app/domain/record/record.server.ts";
import { productsByRetailerId } from "#app/domain/sales/products/find.server.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { type Cart, type CartItem, readCart } from "./cart.ts";
import { type NewLine, type NewOrder, type Order, writeOrders } from "./write.server.ts";

/**
 * Turns customers' carts into draft orders, each once: names and VAT from the catalogue, prices as the customer
 * saw them. One that was sent a second time within a day is marked, for a member to decide.
 */
export async function placeCarts(tx: Tx, ctx: RecordContext, messageIds: readonly string[]): Promise<void> {
  const carts = await cartsOf(tx, ctx.orgId, messageIds);
  if (carts.length === 0) return;
  const retailerIds = carts.flatMap(({ cart }) => cart.items.map(({ retailerId }) => retailerId));
  const products = await productsByRetailerId(tx, ctx.orgId, retailerIds);
  const lineOf = (item: CartItem) => lineFrom(item, products.get(item.retailerId));
  const written = await writeOrders(
    tx,
    ctx,
    carts.map(
      ({ cart, ...of }): NewOrder => ({
        ...of,
        source: "cart",
        problems: cart.problems,
        note: cart.note,
        fingerprint: cart.fingerprint,
        lines: cart.items.map(lineOf),
      }),
    ),
  );
  if (written.length === 0) return;
  await markRepeated(tx, ctx.orgId, written);
  const namesOf = new Map(
    carts.map(({ messageId, cart }) => [
      messageId,
      cart.items.map(({ retailerId }) => products.get(retailerId)?.name ?? ""),
    ]),
  );
  await nameInThread(tx, ctx.orgId, written, namesOf);
  notifyPages(tx, ctx.orgId, "messages");
}

async function cartsOf(tx: Tx, orgId: OrgId, messageIds: readonly string[]) {
  const [least, greatest] = spanOf(messageIds);
  const rows = await tx
    .select({
      messageId: messages.id,
      wamid: messages.wamid,
      contactId: messages.contactId,
      conversationId: conversations.id,
      payload: messages.payload,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .innerJoin(
      conversations,
      and(
        eq(conversations.orgId, orgId),
        eq(conversations.phoneNumberId, messages.phoneNumberId),
        eq(conversations.contactId, messages.contactId),
      ),
    )
    .where(
      and(
        eq(messages.orgId, orgId),
        gte(messages.id, least),
        lte(messages.id, greatest),
        isAnyOf(messages.id, messageIds),
      ),
    )
    .orderBy(messages.id);
  return rows.map(({ payload, ...row }) => ({
    ...row,
    cart: readCart((payload as InboundMessage | null)?.order ?? {}) as Cart,
  }));
}

type Product = Awaited<ReturnType<typeof productsByRetailerId>> extends Map<string, infer P> ? P : never;

/** Without a usable price of the customer's, the catalogue's counts. */
function lineFrom({ retailerId, quantity, priceCents }: CartItem, product: Product | undefined): NewLine {
  return {
    productId: product?.id ?? null,
    retailerId,
    name: product?.name ?? "",
    quantity,
    priceCents: priceCents ?? product?.priceCents ?? null,
    listPriceCents: product?.priceCents ?? null,
    vatClass: product?.vatClass ?? "none",
  };
}

/** Marks each order whose cart the same customer sent within the day before. */
async function markRepeated(tx: Tx, orgId: OrgId, written: readonly Order[]): Promise<void> {
  await clientOf(tx).query({
    name: "mark-repeated-orders",
    text: `update orders o set repeats_id = (
        select e.id from orders e where e.org_id = $1 and e.contact_id = o.contact_id and e.id < o.id
          and e.fingerprint = o.fingerprint and e.state <> 'cancelled' and e.created_at > o.created_at - interval '1 day'
        order by e.id desc limit 1)
      where o.org_id = $1 and o.id = any($2::text[]) and o.fingerprint <> ''`,
    values: [orgId, written.map(({ id }) => id)],
  });
}

/** Lets the thread show the number of the order, and the names of its products. */
async function nameInThread(
  tx: Tx,
  orgId: OrgId,
  written: readonly Order[],
  namesOf: ReadonlyMap<string, string[]>,
): Promise<void> {
  const ids = written.flatMap(({ messageId }) => messageId ?? []);
  await clientOf(tx).query({
    name: "name-orders-in-thread",
    text: `update messages m set payload = m.payload || jsonb_build_object('placedOrder',
        jsonb_build_object('id', o.id, 'number', o.number, 'names', o.names::jsonb))
      from unnest($4::text[], $5::text[], $6::int[], $7::text[]) as o (message_id, id, number, names)
      where m.org_id = $1 and m.id >= $2 and m.id <= $3 and m.id = o.message_id`,
    values: [
      ...[orgId, ...spanOf(ids), ids, written.map(({ id }) => id), written.map(({ number }) => number)],
      ids.map((id) => JSON.stringify(namesOf.get(id) ?? [])),
    ],
  });
}
