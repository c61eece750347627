import { z } from "zod";
import { orderSources, orderStates } from "#app/db/schema/sales/orders.ts";
import { vatClasses } from "#app/db/schema/sales/products.ts";
import { placeOrder } from "#app/domain/sales/orders/ask.server.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import type { LineInput } from "#app/domain/sales/orders/create.server.ts";
import {
  maxExtraKes,
  maxLineName,
  maxLines,
  maxNoteLength,
  maxQuantity,
} from "#app/domain/sales/orders/fieldRules.ts";
import { fulfilOrder } from "#app/domain/sales/orders/move.server.ts";
import { type OrderWithLines, pageOfOrders, readOrder } from "#app/domain/sales/orders/pages.server.ts";
import {
  maxPriceKes,
  maxProductName,
  maxRetailerId,
  maxStock,
} from "#app/domain/sales/products/fieldRules.ts";
import type { Product } from "#app/domain/sales/products/find.server.ts";
import { pageOfProducts, readProduct } from "#app/domain/sales/products/queries.server.ts";
import { createProduct } from "#app/domain/sales/products/save.server.ts";
import { wholeKesInCents } from "#app/domain/sales/wholeKes.ts";
import { kraPin } from "#app/platform/forms/kraPin.ts";
import { kraPinExample } from "#app/platform/forms/kraPinExample.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";
import { promptErrors } from "./paymentRequests.server.ts";

const group = "orders";
const cents = z.number().int().meta({ description: "KES cents." });
const price = wholeKesInCents({ most: maxPriceKes }).meta({
  description: "KES cents, whole shillings.",
  example: 19_000,
});
const extra = wholeKesInCents({ least: 0, most: maxExtraKes }).meta({
  description: "KES cents, whole shillings.",
  example: 20_000,
});
const code = z.string().trim().min(1).max(maxRetailerId);

const product = z
  .object({
    id: z.string(),
    name: z.string(),
    price_cents: cents,
    vat_class: z.enum(vatClasses),
    stock: z.number().int().nullable().meta({ description: "Pieces; null: not counted." }),
    code: z.string().nullable().meta({ description: "Your code, which is Meta's content ID." }),
  })
  .meta({ id: "Product" });

const showProduct = (
  row: Pick<Product, "id" | "name" | "priceCents" | "vatClass" | "stock" | "retailerId">,
) => ({
  ...{ id: row.id, name: row.name, price_cents: row.priceCents, vat_class: row.vatClass },
  ...{ stock: row.stock, code: row.retailerId },
});

const newProduct = z.object({
  name: z.string().trim().min(1).max(maxProductName).meta({ example: "Maize flour 2 kg" }),
  price_cents: price,
  vat_class: z.enum(vatClasses).default("none"),
  stock: z
    .number()
    .int()
    .min(0)
    .max(maxStock)
    .optional()
    .meta({ description: "Without it, stock is not counted." }),
  code: code.optional().meta({ example: "FLOUR-2KG" }),
});

const status = z.enum(orderStates);
const order = z
  .object({
    id: z.string(),
    number: z.number().int().meta({ description: "As members and customers name it." }),
    status: status.meta({ description: "`waiting`: confirmed, and the customer is asked for its total." }),
    source: z.enum(orderSources),
    contact_id: z.string().nullable(),
    lines: z.array(
      z.object({
        product_id: z.string().nullable(),
        code: z.string().nullable(),
        name: z.string(),
        quantity: z.number().int(),
        price_cents: cents.nullable(),
      }),
    ),
    delivery_cents: cents,
    discount_cents: cents,
    total_cents: cents,
    paid_cents: cents,
    refund_cents: cents.meta({ description: "To be returned to the customer, KES cents." }),
    note: z.string(),
    buyer_pin: z.string().nullable().meta({ description: "The KRA PIN of this order; null: the contact's." }),
    paid_at: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "Order" });

const show = ({ order: row, lines, refundCents }: OrderWithLines): z.input<typeof order> => ({
  ...{ id: row.id, number: row.number, status: row.state, source: row.source, contact_id: row.contactId },
  lines: lines.map((line) => ({
    ...{ product_id: line.productId, code: line.retailerId, name: line.name },
    ...{ quantity: line.quantity, price_cents: line.priceCents },
  })),
  ...{ delivery_cents: row.deliveryCents, discount_cents: row.discountCents, total_cents: row.totalCents },
  ...{ paid_cents: row.paidCents, refund_cents: refundCents, note: row.note },
  buyer_pin: row.buyerPin,
  ...{ paid_at: iso(row.paidAt), created_at: iso(row.createdAt) },
});

const read = async (ctx: KeyContext, orderId: string) => show(await readOrder({ ctx, input: { orderId } }));

const newLine = z
  .object({
    product_id: idOf("product").optional(),
    name: z.string().trim().min(1).max(maxLineName).optional(),
    price_cents: price.optional(),
    quantity: z.number().int().min(1).max(maxQuantity).default(1),
  })
  .refine(
    ({ product_id, name, price_cents }) =>
      (product_id !== undefined) !== (name !== undefined && price_cents !== undefined),
    {
      error: "Give `product_id`, or `name` and `price_cents`.",
    },
  )
  .meta({ description: "A product at its price of today, or something with a name and a price." });

const newOrder = z.object({
  contact_id: idField("contact_id", "contact"),
  lines: z.array(newLine).min(1).max(maxLines),
  delivery_cents: extra.default(0),
  discount_cents: extra.default(0),
  note: z.string().trim().max(maxNoteLength).default(""),
  buyer_pin: kraPin.optional().meta({
    description: "The KRA PIN for the eTIMS invoice. Without it: that of the contact.",
    example: kraPinExample,
  }),
  till_id: idOf("till")
    .optional()
    .meta({ description: "Your paybill or till to ask with. Without it: the one that was connected first." }),
  ask: z.enum(["no", "prompt", "account"]).default("no").meta({
    description:
      "`no`: it stays a draft. `prompt`: confirms it and sends an M-Pesa prompt for its total. `account`: confirms it, and the customer pays to their account number.",
  }),
});

const lineOf = ({
  product_id: productId,
  name,
  price_cents: priceCents,
  quantity,
}: z.output<typeof newLine>): LineInput =>
  productId === undefined ? { name: name!, priceCents: priceCents!, quantity } : { productId, quantity };

const one = z.object({ order_id: idField("order_id", "order") });

export const orders = {
  "GET /v1/products": call({
    scope: "orders:read",
    group,
    id: "list-products",
    input: z.object({ ...pageFields, code: code.optional() }),
    output: pageOf(product),
    errors: ["request.bad_cursor"],
    inTestMode: "same",
    run: async ({ ctx, input: { limit, cursor, code } }) =>
      toPage(
        await pageOfProducts({ ctx, input: { limit, after: positionOf(cursor), code } }),
        limit,
        showProduct,
        ({ id }) => id,
      ),
  }),
  "POST /v1/products": call({
    scope: "orders:write",
    group,
    id: "create-a-product",
    input: newProduct,
    output: product,
    status: 201,
    example: { name: "Maize flour 2 kg", price_cents: 19_000, stock: 40, code: "FLOUR-2KG" },
    errors: ["product.code_taken"],
    async run({ ctx, input }) {
      const { name, price_cents, vat_class: vatClass, stock = null, code = null } = input;
      const fields = { name, price: price_cents, vatClass, stock, code, pictureId: "" };
      const { productId } = await createProduct({ ctx, input: fields });
      return showProduct((await readProduct({ ctx, input: { productId } })).product);
    },
  }),
  "POST /v1/orders": call({
    scope: "orders:write",
    group,
    id: "create-an-order",
    input: newOrder,
    output: order,
    status: 201,
    example: {
      contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
      lines: [{ name: "Maize flour 2 kg", price_cents: 19_000, quantity: 2 }],
      delivery_cents: 20_000,
    },
    errors: [
      ...["contact.not_found", "product.not_found", "order.discount_too_large", "order.out_of_stock"],
      ...["order.empty", "till.not_found", "till.none", ...promptErrors],
    ],
    async run({ ctx, input }) {
      const made = await placeOrder({
        ctx,
        input: {
          ...{ contactId: input.contact_id, lines: input.lines.map(lineOf), note: input.note },
          buyerPin: input.buyer_pin,
          ...{ deliveryCents: input.delivery_cents, discountCents: input.discount_cents },
          ...{ source: "api", key: `api:${ctx.onceKey}`, way: input.ask, tillId: input.till_id },
        },
      });
      return read(ctx, made.id);
    },
  }),
  "GET /v1/orders": call({
    scope: "orders:read",
    group,
    id: "list-orders",
    input: z.object({ ...pageFields, contact_id: idOf("contact").optional(), status: status.optional() }),
    output: pageOf(order),
    errors: ["request.bad_cursor"],
    inTestMode: "same",
    async run({ ctx, input: { limit, cursor, contact_id: contactId, status: state } }) {
      const input = { limit, after: positionOf(cursor), contactId, state };
      return toPage(await pageOfOrders({ ctx, input }), limit, show, (row) => row.order.id);
    },
  }),
  "GET /v1/orders/:order_id": call({
    scope: "orders:read",
    group,
    id: "read-an-order",
    input: one,
    output: order,
    errors: ["order.not_found"],
    run: ({ ctx, input }) => read(ctx, input.order_id),
  }),
  "POST /v1/orders/:order_id/status": call({
    scope: "orders:write",
    group,
    id: "move-an-order",
    input: one.extend({
      status: z.enum(["packed", "delivered", "cancelled"]).meta({
        description: "`cancelled` returns the stock; money that was paid is then in `refund_cents`.",
      }),
    }),
    output: order,
    example: { status: "cancelled" },
    errors: ["order.not_found", "order.state", "payment_request.prompt_open"],
    async run({ ctx, input: { order_id: orderId, status: state } }) {
      if (state === "cancelled") await cancelOrder({ ctx, input: { orderId } });
      else await fulfilOrder({ ctx, input: { orderId, state } });
      return read(ctx, orderId);
    },
  }),
};
