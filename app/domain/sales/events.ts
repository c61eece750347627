import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { m } from "#messages";

const till = z.object({ till: z.string(), number: z.string() });

export const tillConnected = eventType({ name: "till.connected", type: "settings", data: till });
export const tillChanged = eventType({ name: "till.changed", type: "settings", data: till });
/** `failed`: what M-Pesa refused; empty when all is well. */
export const tillChecked = eventType({
  name: "till.checked",
  type: "settings",
  data: till.extend({ failed: z.array(z.string()) }),
});
export const tillRemoved = eventType({
  name: "till.removed",
  type: "settings",
  status: "warning",
  data: till,
});

/** `contact` and `phone` as of that time; null and empty without a contact. */
const person = z.object({
  contactId: z.string().nullable(),
  contact: z.string(),
  phone: z.string().nullable(),
});
const request = person.extend({ amountCents: z.number().int(), reason: z.string(), account: z.string() });
const requestFields = {
  contact_id: "contactId",
  contact_name: "contact",
  phone: "phone",
  amount_cents: "amountCents",
  reason: "reason",
  account: "account",
} as const;

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

/** `resultCode`: M-Pesa's; `expired` or `cancelled` where no prompt failed. */
export const paymentRequestEnded = eventType({
  name: "payment_request.ended",
  type: "billing",
  status: "warning",
  data: request.extend({ state: z.enum(["failed", "cancelled", "expired"]), resultCode: z.string() }),
});

/** Money arrived at a till. */
export const tillPaymentReceived = eventType({
  name: "till_payment.received",
  type: "billing",
  data: person.extend({
    amountCents: z.number().int(),
    account: z.string(),
    receipt: z.string(),
    till: z.string(),
  }),
});

export const tillPaymentMatched = eventType({
  name: "till_payment.matched",
  type: "billing",
  data: person.extend({ amountCents: z.number().int(), receipt: z.string() }),
});
