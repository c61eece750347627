import { asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { type OrderState, orderCounters, orderLines, orders } from "#app/db/schema/sales/orders.ts";
import { products, type VatClass } from "#app/db/schema/sales/products.ts";
import type { DemoOrganisation } from "./organisations.server.ts";
import { chance, demoId, hourMs, minuteMs, pick } from "./seed.ts";

interface Ware {
  name: string;
  shillings: number;
  vat: VatClass;
  stock: number | null;
  code: string;
}

const ware = (code: string, name: string, shillings: number, vat: VatClass, stock: number | null): Ware => ({
  ...{ code, name, shillings, vat, stock },
});

const wares: readonly Ware[] = [
  ware("sugar-50kg", "Sugar, 50 kg bag", 6400, "standard", 120),
  ware("salt-10kg", "Salt, 10 kg", 380, "standard", 64),
  ware("flour-2kg", "Maize flour, 2 kg", 190, "zero", 850),
  ware("rice-5kg", "Pishori rice, 5 kg", 1150, "exempt", 92),
  ware("oil-3l", "Cooking oil, 3 litres", 1080, "standard", 41),
  ware("tea-500g", "Kericho tea, 500 g", 320, "standard", 230),
  ware("soap-800g", "Bar soap, 800 g", 175, "standard", 0),
  ware("lamp-solar", "Solar lamp", 1650, "exempt", 25),
  ware("delivery-van", "Van hire, half a day", 4500, "standard", null),
];

/** Newest first. */
const states: readonly OrderState[] = [
  ...(["draft", "draft", "waiting", "waiting", "waiting", "paid", "paid", "packed"] as const),
  ...(["packed", "delivered", "delivered", "delivered", "delivered", "cancelled"] as const),
];

/** Products of the shop, and its orders of the last two days in every state. */
export async function loadDemoOrders(tx: Tx, { orgId }: DemoOrganisation, now: Date): Promise<void> {
  const people = await tx
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.orgId, orgId))
    .orderBy(asc(contacts.phone))
    .limit(20);
  const stocked = wares.map((each) => ({ ...each, id: demoId("prd", each.code, now) }));
  await tx.insert(products).values(
    stocked.map(({ id, name, shillings, vat: vatClass, stock, code: retailerId }) => ({
      ...{ orgId, id, name, vatClass, stock, retailerId },
      ...{ priceCents: shillings * 100, createdAt: now },
    })),
  );
  const made = states.map((state, index) => demoOrder(orgId, people, stocked, { state, index, now }));
  await tx.insert(orderCounters).values({ orgId, last: 1000 + states.length });
  await tx.insert(orders).values(made.map(({ order }) => order));
  await tx.insert(orderLines).values(made.flatMap(({ lines }) => lines));
}

function demoOrder(
  orgId: DemoOrganisation["orgId"],
  people: readonly { id: string }[],
  stocked: readonly (Ware & { id: string })[],
  { state, index, now }: { state: OrderState; index: number; now: Date },
) {
  const key = `order ${index}`;
  const at = new Date(now.getTime() - (index * 3 + 1) * hourMs);
  const id = demoId("ord", key, at);
  const lines = stocked
    .filter(({ code }) => chance(`${key} ${code}`) < 0.3 || code === pick(wares, key).code)
    .map(({ id: productId, name, shillings, vat: vatClass, code: retailerId }, place) => ({
      ...{ orgId, orderId: id, position: place + 1, productId, retailerId, name, vatClass },
      ...{ priceCents: shillings * 100, listPriceCents: shillings * 100 },
      quantity: 1 + Math.floor(chance(`${key} ${retailerId} pieces`) * 4),
    }));
  const subtotalCents = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const deliveryCents = index % 2 === 0 ? 30_000 : 0;
  const totalCents = subtotalCents + deliveryCents;
  const isPaid = state === "paid" || state === "packed" || state === "delivered";
  const order = {
    ...{ orgId, id, state, subtotalCents, deliveryCents, totalCents, number: 1000 + states.length - index },
    ...({ contactId: pick(people, key).id, source: index % 3 === 1 ? "cart" : "member" } as const),
    ...{ paidCents: isPaid ? totalCents : 0, paidAt: isPaid ? new Date(at.getTime() + 12 * minuteMs) : null },
    ...{ createdAt: at, updatedAt: at },
  };
  return { order, lines };
}
