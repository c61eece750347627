import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { paymentStates } from "./words.ts";

export const tillPaymentId = idOf("tillPayment");

/** The filters of payments as query parameters; empty: all. `day` is one in Kenya. */
export const paymentFilters = z.object({
  state: z
    .enum(["", ...paymentStates])
    .catch("")
    .default(""),
  tillId: idOf("till", z.string().max(64)).catch("").default(""),
  day: z
    .string()
    .regex(/^(20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/)
    .catch("")
    .default(""),
  /** The last row of the page before: its time and id. */
  cursor: z
    .string()
    .regex(/^\d{1,15}\.tpy_[0-9a-f]{1,60}$/)
    .optional()
    .catch(undefined),
});
export type PaymentFilters = z.output<typeof paymentFilters>;

export const owner = z.object({
  contactId: idOf(
    "contact",
    z
      .string({ error: m.checks_payment_contact_required })
      .min(1, { error: m.checks_payment_contact_required })
      .max(64),
  ),
});

/** `rest`: what paid nothing so far. `refundId`: the due refund of an order; empty: any other money. */
export const refundForm = z.object({
  refundId: idOf("paymentRefund", z.string().max(64)).default(""),
  way: z.enum(["reversal", "by_hand"], { error: m.checks_refund_way_required }),
  part: z.enum(["whole", "rest"]).default("whole"),
  note: z
    .string({ error: m.checks_refund_note_required })
    .trim()
    .min(3, { error: m.checks_refund_note_required })
    .max(300, tooLong),
});
export type RefundForm = z.output<typeof refundForm>;
