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
import { endpoint } from "../endpoint.ts";

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
  "GET /orders/:orderId/draft": endpoint({
    act: "orders.view",
    input: oneOrder.extend({ q: z.string().trim().max(100).catch("").default("") }),
    run: ({ org, input }) => getDraft({ ctx: org, input }),
  }),
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
  "POST /orders/:orderId/separate": endpoint({
    act: "orders.edit",
    input: oneOrder,
    limit: changes,
    run: ({ org, input }) => keepSeparate({ ctx: org, input }),
  }),
};

const running = {
  "GET /orders": endpoint({
    act: "orders.view",
    input: orderFilters,
    run: ({ org, input }) => listOrders(org, input),
  }),
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
  "POST /orders/:orderId/confirm": endpoint({
    act: "orders.edit",
    input: confirmation.extend({ orderId }),
    limit: changes,
    run: ({ org, input }) => askForOrder({ ctx: org, input }),
  }),
  "POST /orders/:orderId/prompt": endpoint({
    act: "orders.edit",
    input: oneOrder,
    limit: changes,
    run: ({ org, input }) => promptForOrder({ ctx: org, input }),
  }),
  "POST /orders/:orderId/credit": endpoint({
    act: "orders.edit",
    input: oneOrder,
    limit: changes,
    run: ({ org, input }) => creditToOrder({ ctx: org, input }),
  }),
  "POST /orders/:orderId/state": endpoint({
    act: "orders.edit",
    input: oneOrder.extend({ state: z.enum(["packed", "delivered"]) }),
    limit: changes,
    run: ({ org, input }) => fulfilOrder({ ctx: org, input }),
  }),
  "POST /orders/:orderId/cancel": endpoint({
    act: "orders.edit",
    input: oneOrder,
    limit: changes,
    run: ({ org, input }) => cancelOrder({ ctx: org, input }),
  }),
};

const products = {
  "GET /products": endpoint({
    act: "products.view",
    input: productFilters,
    run: ({ org, input }) => listProducts(org, input),
  }),
  "POST /products": endpoint({
    act: "products.edit",
    creates: true,
    input: productFields,
    limit: changes,
    run: ({ org, input }) => createProduct({ ctx: org, input }),
  }),
  "POST /products/import": endpoint({
    act: "products.edit",
    input: productRows.extend({ apply: z.boolean().default(false) }),
    limit: changes,
    run: ({ org, input }) => importProducts({ ctx: org, input }),
  }),
  "GET /products/:productId": endpoint({
    act: "products.view",
    input: oneProduct,
    run: ({ org, input }) => readProduct({ ctx: org, input }),
  }),
  "PUT /products/:productId": endpoint({
    act: "products.edit",
    input: productEdit.extend({ productId }),
    limit: changes,
    run: ({ org, input }) => updateProduct({ ctx: org, input }),
  }),
  "POST /products/:productId/archive": endpoint({
    act: "products.edit",
    input: oneProduct.extend({ archived: z.boolean().default(true) }),
    limit: changes,
    run: ({ org, input }) => archiveProduct({ ctx: org, input }),
  }),
};

/** Products and orders. Fixed paths come before ids. */
export const orderCalls = { ...drafts, ...running, ...products };
