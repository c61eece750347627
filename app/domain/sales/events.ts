import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";
import {
  catalogue,
  catalogueChanges,
  due,
  dueFields,
  order,
  orderFields,
  person,
  request,
  requestFields,
  till,
} from "./eventData.ts";

export const tillConnected = eventType({ name: "till.connected", type: "settings", data: till });
export const tillChanged = eventType({ name: "till.changed", type: "settings", data: till });
export const tillKeysReplaced = eventType({ name: "till.keys_replaced", type: "security", data: till });
export const tillRotated = eventType({ name: "till.rotated", type: "security", data: till });
/** A prompt of KES 1 was sent to a member's phone. */
export const tillTested = eventType({ name: "till.tested", type: "settings", data: till });
/** M-Pesa refused a till's keys while payments were pulled. */
export const tillFailing = eventType({
  name: "till.failing",
  type: "system",
  status: "error",
  data: till.extend({ said: z.string() }),
  bell: { to: "managers", unlessUnread: true },
});
/** `failed`: what M-Pesa refused; empty when all is well. */
export const tillChecked = eventType({
  name: "till.checked",
  type: "settings",
  data: till.extend({ failed: z.array(z.string()) }),
});
export const tillRemoved = eventType({
  name: "till.removed",
  ...{ type: "settings", status: "warning", data: till },
});

/** Payments that M-Pesa's list lacks, or has with another amount. */
export const tillDiffers = eventType({
  name: "till.differs",
  type: "system",
  status: "warning",
  data: till.extend({ receipts: z.array(z.string()) }),
  bell: { to: "managers", unlessUnread: true },
});

export const paymentSettingsChanged = eventType({
  name: "payment_settings.changed",
  type: "settings",
  data: z.object({ answersWords: z.boolean() }),
});

export const paymentRequested = eventType({
  name: "payment_request.created",
  type: "billing",
  data: request,
  webhook: { name: "payment.requested", label: m.webhooks_payment_requested, fields: requestFields },
});

/** All of a request's amount has arrived. */
export const paymentRequestPaid = eventType({
  name: "payment_request.paid",
  type: "billing",
  data: request.extend({ receipt: z.string() }),
  bell: { to: "everyone", alsoCauser: true },
  webhook: {
    name: "payment.paid",
    label: m.webhooks_payment_paid,
    fields: { ...requestFields, receipt: "receipt" },
  },
});

/** `resultCode`: M-Pesa's, where a prompt failed. Its public name is that of a failed payment to the wallet, with the fields of both. */
export const paymentRequestEnded = eventType({
  name: "payment_request.ended",
  type: "billing",
  status: "warning",
  data: request.extend({
    method: z.literal("mpesa"),
    state: z.enum(["failed", "cancelled", "expired"]),
    resultCode: z.string(),
  }),
  webhook: {
    name: "payment.failed",
    label: m.webhooks_payment_failed,
    fields: { ...requestFields, method: "method", status: "state", result_code: "resultCode" },
  },
});

/** Money arrived at a till. Its public name is older than tills of Buy Goods. */
export const tillPaymentReceived = eventType({
  name: "till_payment.received",
  type: "billing",
  data: person.extend({
    amountCents: z.number().int(),
    account: z.string(),
    receipt: z.string(),
    till: z.string().default(""),
  }),
  webhook: {
    name: "paybill.payment_received",
    label: m.webhooks_paybill_payment,
    fields: {
      contact_id: "contactId",
      contact_name: "contact",
      phone: "phone",
      amount_cents: "amountCents",
      account: "account",
      receipt: "receipt",
      till: "till",
    },
  },
});

export const tillPaymentMatched = eventType({
  name: "till_payment.matched",
  type: "billing",
  data: person.extend({ amountCents: z.number().int(), receipt: z.string() }),
});

type Status = "success" | "warning";
const ofOrder = (label: () => string, status: Status = "success") =>
  ({ type: "billing", status, data: order, webhook: { label, fields: orderFields } }) as const;

/** A cart of a customer, or an order typed by a member or sent by a program. */
export const orderCreated = eventType({
  name: "order.created",
  type: "billing",
  data: order,
  bell: { to: "everyone" },
  webhook: { label: m.webhooks_order_created, fields: orderFields },
});
export const orderChanged = eventType({ name: "order.changed", type: "billing", data: order });
/** A member said that a cart which came twice is a second order. */
export const orderSeparate = eventType({ name: "order.separate", type: "billing", data: order });
/** Its customer was asked for the money. */
export const orderConfirmed = eventType({ name: "order.confirmed", ...ofOrder(m.webhooks_order_confirmed) });
export const orderPaid = eventType({
  name: "order.paid",
  type: "billing",
  data: order.extend({ receipt: z.string() }),
  webhook: { label: m.webhooks_order_paid, fields: { ...orderFields, receipt: "receipt" } },
});
export const orderPacked = eventType({ name: "order.packed", ...ofOrder(m.webhooks_order_packed) });
export const orderDelivered = eventType({ name: "order.delivered", ...ofOrder(m.webhooks_order_delivered) });
export const orderCancelled = eventType({
  name: "order.cancelled",
  ...ofOrder(m.webhooks_order_cancelled, "warning"),
});

const refund = order.extend({ refundCents: z.number().int() });
/** A cancelled order was paid: the money is to be returned. */
export const orderRefundDue = eventType({
  name: "order.refund_due",
  ...{ type: "billing", status: "warning", data: refund },
  bell: { to: "everyone", alsoCauser: true },
});
export const orderRefunded = eventType({ name: "order.refunded", type: "billing", data: refund });
/** The customer keeps the money as credit. */
export const orderRefundCredited = eventType({
  name: "order.refund_credited",
  type: "billing",
  data: refund,
});

const product = z.object({ product: z.string(), priceCents: z.number().int() });
export const productCreated = eventType({ name: "product.created", type: "settings", data: product });
export const productChanged = eventType({ name: "product.changed", type: "settings", data: product });
export const productArchived = eventType({ name: "product.archived", type: "settings", data: product });
export const productRestored = eventType({ name: "product.restored", type: "settings", data: product });
export const productsImported = eventType({
  name: "products.imported",
  type: "settings",
  data: z.object({ created: z.number().int(), changed: z.number().int(), refused: z.number().int() }),
});

const ofCatalogue = { type: "settings", data: catalogue } as const;
export const catalogueConnected = eventType({ name: "product_catalogue.connected", ...ofCatalogue });
export const catalogueDisconnected = eventType({ name: "product_catalogue.disconnected", ...ofCatalogue });
export const catalogueSynced = eventType({
  name: "product_catalogue.synced",
  type: "settings",
  data: catalogueChanges,
});
/** Copies of its products' pictures were kept, or removed. */
export const cataloguePicturesKept = eventType({ name: "product_catalogue.pictures_kept", ...ofCatalogue });
/** Meta refused to list the items of a catalogue. */
export const catalogueFailing = eventType({
  name: "product_catalogue.failing",
  type: "system",
  status: "error",
  data: catalogue.extend({ problem: z.string() }),
  bell: { to: "managers", unlessUnread: true },
});

/** Money went back to its payer. */
export const tillPaymentRefunded = eventType({
  name: "till_payment.refunded",
  type: "billing",
  status: "warning",
  data: person.extend({ amountCents: z.number().int(), receipt: z.string(), note: z.string() }),
});
/** M-Pesa was asked to reverse a payment. */
export const refundRequested = eventType({
  name: "till_payment.refund_requested",
  type: "billing",
  data: person.extend({ amountCents: z.number().int(), receipt: z.string(), note: z.string() }),
});
/** M-Pesa did not reverse it. */
export const refundFailed = eventType({
  name: "till_payment.refund_failed",
  type: "billing",
  status: "error",
  data: person.extend({ amountCents: z.number().int(), receipt: z.string(), said: z.string() }),
  bell: { to: "managers" },
});
/** A member confirmed a large payment that only a confirmation had reported. */
export const tillPaymentConfirmed = eventType({
  name: "till_payment.confirmed",
  type: "billing",
  data: z.object({ amountCents: z.number().int(), receipt: z.string() }),
});

/** A member let a customer's credit pay a request, an order or a due. */
export const creditApplied = eventType({
  name: "credit.applied",
  ...{ type: "billing", data: person.extend({ amountCents: z.number().int(), reason: z.string() }) },
});

/** Its PIN is not secret; keys are never in events. */
export const etimsChanged = eventType({
  name: "etims.changed",
  type: "settings",
  data: z.object({ pin: z.string(), isOn: z.boolean() }),
});
const taxDocument = z.object({ number: z.string(), kind: z.enum(["sale", "credit_note"]) });
/** Subjects are the orders and payment requests that documents are for. */
export const saleRegistered = eventType({
  name: "tax_document.registered",
  ...{ type: "billing", data: taxDocument.extend({ receiptNumber: z.string().nullable() }) },
});
export const saleRefused = eventType({
  name: "tax_document.refused",
  type: "billing",
  status: "error",
  data: taxDocument.extend({ because: z.string() }),
  bell: { to: "managers", unlessUnread: true },
});
export const saleRetried = eventType({ name: "tax_document.retried", type: "billing", data: taxDocument });

const difference = till.extend({ receipt: z.string() });
export const differenceTaken = eventType({
  name: "till_difference.taken",
  type: "billing",
  data: difference,
});
export const differenceClosed = eventType({
  name: "till_difference.closed",
  type: "billing",
  data: difference.extend({ explanation: z.string() }),
});

const book = z.object({ book: z.string() });
export const bookCreated = eventType({ name: "book.created", type: "settings", data: book });
export const bookChanged = eventType({ name: "book.changed", type: "settings", data: book });
export const bookArchived = eventType({
  name: "book.archived",
  ...{ type: "settings", status: "warning", data: book },
});
const member = person.extend({ book: z.string(), member: z.string() });
export const bookMemberAdded = eventType({ name: "book_member.added", type: "billing", data: member });
export const bookMemberRemoved = eventType({ name: "book_member.removed", type: "billing", data: member });
export const duesImported = eventType({
  name: "dues.imported",
  type: "billing",
  data: book.extend({ created: z.number().int(), refused: z.number().int() }),
});

const ofDue = (label: () => string, status: Status = "success") =>
  ({ type: "billing", status, data: due, webhook: { label, fields: dueFields } }) as const;

export const dueCreated = eventType({ name: "due.created", ...ofDue(m.webhooks_due_created) });
/** All of it has arrived. Its subject ends reminders. */
export const duePaid = eventType({
  name: "due.paid",
  type: "billing",
  data: due.extend({ receipt: z.string() }),
  webhook: { label: m.webhooks_due_paid, fields: { ...dueFields, receipt: "receipt" } },
});
/** Money that had paid it was refunded. */
export const dueReopened = eventType({ name: "due.reopened", ...ofDue(m.webhooks_due_reopened, "warning") });
export const dueCancelled = eventType({
  name: "due.cancelled",
  ...ofDue(m.webhooks_due_cancelled, "warning"),
});
