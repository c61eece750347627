import { z } from "zod";
import { historyOf } from "#app/domain/insights/activity/ofSubject.server.ts";
import { askForOrder, promptForOrder } from "#app/domain/sales/orders/ask.server.ts";
import { cancelOrder } from "#app/domain/sales/orders/cancel.server.ts";
import { keepSeparate } from "#app/domain/sales/orders/confirm.server.ts";
import { createOrder, type LineInput } from "#app/domain/sales/orders/create.server.ts";
import { editOrder } from "#app/domain/sales/orders/edit.server.ts";
import { fulfilOrder } from "#app/domain/sales/orders/move.server.ts";
import { getDraft, getOrder, listOrders, ordersOfContact } from "#app/domain/sales/orders/queries.server.ts";
import {
  confirmation,
  draftForm,
  newOrder,
  orderFilters,
  orderId,
} from "#app/domain/sales/orders/schemas.ts";
import { creditToOrder } from "#app/domain/sales/payments/applyCredit.server.ts";
import { importProducts } from "#app/domain/sales/products/import.server.ts";
import { listProducts, readProduct } from "#app/domain/sales/products/queries.server.ts";
import { archiveProduct, createProduct, updateProduct } from "#app/domain/sales/products/save.server.ts";
import {
  productEdit,
  productFields,
  productFilters,
  productId,
  productRows,
} from "#app/domain/sales/products/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";

const oneOrder = z.object({ orderId });
const oneProduct = z.object({ productId });
const changes = { max: 600, windowSeconds: 3600 };

/** What a draft form adds. */
const addsOf = ({ productId: id, name, price, quantity }: z.output<typeof draftForm>): LineInput[] => [
  ...(id === "" ? [] : [{ productId: id, quantity: 1 }]),
  ...(price === "" ? [] : [{ name, priceCents: price, quantity }]),
];

const drafts = {
  "POST /orders": endpoint({
    act: "orders.edit",
    creates: true,
    input: newOrder,
    limit: changes,
    async run({ org, input, onceKey: key }) {
      const { conversationId, dealId, ...rest } = input;
      const links = { conversationId: conversationId || undefined, dealId: dealId || undefined };
      const { id } = await createOrder({ ctx: org, input: { ...rest, ...links, source: "member", key } });
      return { orderId: id };
    },
  }),
  "GET /orders/:orderId/draft": verb(
    "orders.view",
    oneOrder.extend({ q: z.string().trim().max(100).catch("").default("") }),
    getDraft,
  ),
  "PUT /orders/:orderId": endpoint({
    act: "orders.edit",
    input: draftForm.safeExtend({ orderId }),
    limit: changes,
    run: ({ org, input }) =>
      editOrder({
        ctx: org,
        input: {
          ...{ orderId: input.orderId, note: input.note, buyerPin: input.buyerPin, adds: addsOf(input) },
          ...{ deliveryCents: input.delivery, discountCents: input.discount },
          lines: input.lines.map(({ price, ...line }) => ({
            ...line,
            priceCents: price === "" ? undefined : price,
          })),
        },
      }),
  }),
  "POST /orders/:orderId/separate": verb("orders.edit", oneOrder, keepSeparate, { limit: changes }),
};

const running = {
  "GET /orders": query("orders.view", orderFilters, listOrders),
  "GET /orders/:orderId": endpoint({
    act: "orders.view",
    input: oneOrder,
    async run({ org, input }) {
      const found = await getOrder({ ctx: org, input });
      return { ...found, history: await historyOf(org, input.orderId) };
    },
  }),
  "GET /contacts/:contactId/orders": endpoint({
    act: "orders.view",
    input: z.object({ contactId: idOf("contact") }),
    run: ({ org, input }) => ordersOfContact(org, input.contactId),
  }),
  "POST /orders/:orderId/confirm": verb("orders.edit", confirmation.extend({ orderId }), askForOrder, {
    limit: changes,
  }),
  "POST /orders/:orderId/prompt": verb("orders.edit", oneOrder, promptForOrder, { limit: changes }),
  "POST /orders/:orderId/credit": verb("orders.edit", oneOrder, creditToOrder, { limit: changes }),
  "POST /orders/:orderId/state": verb(
    "orders.edit",
    oneOrder.extend({ state: z.enum(["packed", "delivered"]) }),
    fulfilOrder,
    { limit: changes },
  ),
  "POST /orders/:orderId/cancel": verb("orders.edit", oneOrder, cancelOrder, { limit: changes }),
};

const products = {
  "GET /products": query("products.view", productFilters, listProducts),
  "POST /products": verb("products.edit", productFields, createProduct, { creates: true, limit: changes }),
  "POST /products/import": verb(
    "products.edit",
    productRows.extend({ apply: z.boolean().default(false) }),
    importProducts,
    { limit: changes },
  ),
  "GET /products/:productId": verb("products.view", oneProduct, readProduct),
  "PUT /products/:productId": verb("products.edit", productEdit.extend({ productId }), updateProduct, {
    limit: changes,
  }),
  "POST /products/:productId/archive": verb(
    "products.edit",
    oneProduct.extend({ archived: z.boolean().default(true) }),
    archiveProduct,
    { limit: changes },
  ),
};

/** Products and orders. Fixed paths come before ids. */
export const orderCalls = { ...drafts, ...running, ...products };
