import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import type { VatClass } from "./products.ts";

export const orderStates = ["draft", "waiting", "paid", "packed", "delivered", "cancelled"] as const;
export type OrderState = (typeof orderStates)[number];

export const orderSources = ["cart", "member", "flow", "rule", "api"] as const;
export type OrderSource = (typeof orderSources)[number];

/** What a cart had that an order can't have: another currency, more lines, or unreadable amounts. */
export const cartProblems = ["currency", "lines", "amounts"] as const;
export type CartProblem = (typeof cartProblems)[number];

/** The last number of each organisation. */
export const orderCounters = pgTable(
  "order_counters",
  { orgId: orgId(), last: integer("last").notNull() },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** What a customer orders, with totals in KES cents. Its lines and totals change only while it is a draft. */
export const orders = pgTable(
  "orders",
  {
    orgId: orgId(),
    id: id(),
    /** As members and customers name it. */
    number: integer("number").notNull(),
    /** Null once the contact was erased. */
    contactId: text("contact_id"),
    conversationId: text("conversation_id"),
    /** Won when the order is paid. */
    dealId: text("deal_id"),
    source: text("source").$type<OrderSource>().notNull(),
    state: text("state").$type<OrderState>().notNull().default("draft"),
    /** WhatsApp's id of the cart. */
    wamid: text("wamid"),
    messageId: text("message_id"),
    /** The idempotency key of its creation. */
    key: text("key"),
    /** The lines of a cart in short, to find one that was sent again. */
    fingerprint: text("fingerprint"),
    /** The order of the same cart, until a member has said whether this is a second one. */
    repeatsId: text("repeats_id"),
    problems: text("problems").array().$type<CartProblem[]>().notNull().default(sql`'{}'`),
    note: text("note").notNull().default(""),
    /** The KRA PIN for its invoice; null: that of the contact. */
    buyerPin: text("buyer_pin"),
    subtotalCents: bigint("subtotal_cents", { mode: "number" }).notNull(),
    deliveryCents: bigint("delivery_cents", { mode: "number" }).notNull().default(0),
    discountCents: bigint("discount_cents", { mode: "number" }).notNull().default(0),
    totalCents: bigint("total_cents", { mode: "number" }).notNull(),
    /** The sum of the allocations of its requests. */
    paidCents: bigint("paid_cents", { mode: "number" }).notNull().default(0),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    paidAt: at("paid_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("orders_number").on(t.orgId, t.number),
    uniqueIndex("orders_wamid").on(t.orgId, t.wamid).where(sql`wamid is not null`),
    uniqueIndex("orders_key").on(t.orgId, t.key).where(sql`key is not null`),
    index("orders_state").on(t.orgId, t.state, t.id),
    index("orders_contact").on(t.orgId, t.contactId, t.id),
    check("orders_total", sql`total_cents = subtotal_cents + delivery_cents - discount_cents`),
    check("orders_amounts", sql`least(subtotal_cents, delivery_cents, discount_cents, total_cents) >= 0`),
    check("orders_paid", sql`paid_cents >= 0`),
  ],
);

/** A line with the product's name, price and VAT as of that time. */
export const orderLines = pgTable(
  "order_lines",
  {
    orgId: orgId(),
    orderId: text("order_id").notNull(),
    position: smallint("position").notNull(),
    /** Null: typed by hand, or no longer in the catalogue. */
    productId: text("product_id"),
    retailerId: text("retailer_id"),
    /** Empty: an item that is no longer in the catalogue. */
    name: text("name").notNull(),
    quantity: integer("quantity").notNull(),
    /** Of one piece, as the customer saw it; null: a member has to set it. */
    priceCents: bigint("price_cents", { mode: "number" }),
    /** The catalogue's price at that time. */
    listPriceCents: bigint("list_price_cents", { mode: "number" }),
    vatClass: text("vat_class").$type<VatClass>().notNull(),
    /** Taken from the stock when the order was confirmed. */
    stockTaken: integer("stock_taken").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.orderId, t.position] }),
    check("order_lines_quantity", sql`quantity between 1 and 10000`),
    check("order_lines_price", sql`price_cents >= 0`),
    foreignKey({ columns: [t.orgId, t.orderId], foreignColumns: [orders.orgId, orders.id] }).onDelete(
      "cascade",
    ),
  ],
);
