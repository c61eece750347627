import { z } from "zod";
import { requestSources, requestStates } from "#app/db/schema/sales/payments.ts";
import { type Ask, askForPayment } from "#app/domain/sales/requests/ask.server.ts";
import { cancelRequest } from "#app/domain/sales/requests/cancel.server.ts";
import { pageOfRequests, readRequest } from "#app/domain/sales/requests/pages.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import { tryAsking } from "#app/domain/sales/requests/tryAsking.server.ts";
import { requestLimits, requestWays } from "#app/domain/sales/requests/words.ts";
import { wholeKesInCents } from "#app/domain/sales/wholeKes.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { call, idField, iso, type KeyContext, moment, momentOrNull } from "./call.ts";
import { pageFields, pageOf, positionOf, toPage } from "./paging.ts";

const group = "payment_requests";
const status = z.enum(requestStates);

export const paymentRequest = z
  .object({
    id: z.string(),
    status: status.meta({
      description:
        "`prompted`: a prompt is on the phone. `unknown`: M-Pesa has not said how it ended. `failed`: the last prompt was not paid; it can be prompted again or paid by hand. Money that arrives after its end makes it `paid` all the same.",
    }),
    contact_id: z.string().nullable(),
    amount_cents: z.number().int().meta({ description: "KES cents." }),
    paid_cents: z.number().int().meta({ description: "What has arrived for it, KES cents." }),
    reason: z.string(),
    source: z.enum(requestSources),
    till_id: z.string(),
    pay_to: z.string().meta({ description: "The paybill or till number." }),
    account_number: z.string().meta({ description: "The customer's account number at the paybill." }),
    result_code: z.string().nullable().meta({ description: "M-Pesa's, of the last prompt that failed." }),
    expires_at: moment,
    ended_at: momentOrNull,
    created_at: moment,
  })
  .meta({ id: "PaymentRequest" });

type Row = Awaited<ReturnType<typeof pageOfRequests>>[number];

const show = ({ request: row, payTo }: Row): z.input<typeof paymentRequest> => ({
  ...{ id: row.id, status: row.state, contact_id: row.contactId, amount_cents: row.amountCents },
  ...{ paid_cents: row.paidCents, reason: row.reason, source: row.source, till_id: row.tillId },
  ...{ pay_to: payTo, account_number: row.accountNumber, result_code: row.resultCode },
  ...{ expires_at: iso(row.expiresAt), ended_at: iso(row.endedAt), created_at: iso(row.createdAt) },
});

const one = z.object({ payment_request_id: idField("payment_request_id", "payment request") });
export const readPaymentRequest = async (ctx: KeyContext, requestId: string) =>
  show(await readRequest({ ctx, input: { requestId } }));

const phone = z
  .string()
  .min(1)
  .max(60)
  .transform((typed, check) => {
    const known = normalisePhone(typed);
    if (known.ok) return known.phone;
    check.addIssue({ code: "custom", message: known.reason });
    return z.NEVER;
  });

export const wayField = z.enum(requestWays).default("prompt").meta({
  description:
    "`prompt`: an M-Pesa prompt on the phone. `account`: a message with your number and the customer's account number.",
});

/** What may refuse a prompt. */
export const promptErrors = [
  ...["till.no_keys", "till.removed"],
  ...["payment_request.no_phone", "payment_request.nothing_left", "payment_request.prompt_open"],
];

const newRequest = z.object({
  contact_id: idField("contact_id", "contact"),
  amount_cents: wholeKesInCents({ most: requestLimits.amountKes }).meta({
    description: "KES cents, whole shillings.",
    example: 150_000,
  }),
  reason: z.string().trim().min(1).max(requestLimits.reason).meta({ example: "Term 2 fees" }),
  way: wayField,
  phone: phone.optional().meta({ description: "Phone to prompt. Without it: the contact's." }),
  till_id: idOf("till")
    .optional()
    .meta({ description: "Your paybill or till. Without it: the one that was connected first." }),
  expires_in_days: z.number().int().min(1).max(365).default(30),
});

const askOf = (ctx: KeyContext, input: z.output<typeof newRequest>): Ask => ({
  ...{ contactId: input.contact_id, amountCents: input.amount_cents, reason: input.reason },
  ...{ way: input.way, phone: input.phone, tillId: input.till_id, days: input.expires_in_days },
  ...{ source: "api", key: `api:${ctx.onceKey}` },
});

export const paymentRequests = {
  "POST /v1/payment-requests": call({
    scope: "payment_requests:write",
    group,
    id: "request-a-payment",
    input: newRequest,
    output: paymentRequest,
    status: 201,
    example: {
      contact_id: "con_0199a1b2c3d40001aabbccddeeff0011",
      amount_cents: 150_000,
      reason: "Term 2 fees",
      way: "account",
    },
    errors: ["contact.not_found", "till.not_found", "till.none", ...promptErrors],
    inTestMode: async ({ ctx, input }) => show(await tryAsking({ ctx, input: askOf(ctx, input) })),
    async run({ ctx, input }) {
      const { request } = await askForPayment({ ctx, input: askOf(ctx, input) });
      return readPaymentRequest(ctx, request.id);
    },
  }),
  "GET /v1/payment-requests": call({
    scope: "payment_requests:read",
    group,
    id: "list-payment-requests",
    input: z.object({
      ...pageFields,
      contact_id: idOf("contact").optional(),
      till_id: idOf("till").optional(),
      status: status.optional(),
    }),
    output: pageOf(paymentRequest),
    errors: ["request.bad_cursor"],
    inTestMode: "same",
    async run({ ctx, input: { limit, cursor, ...by } }) {
      const input = {
        ...{ limit, after: positionOf(cursor), state: by.status },
        ...{ contactId: by.contact_id, tillId: by.till_id },
      };
      return toPage(await pageOfRequests({ ctx, input }), limit, show, (row) => row.request.id);
    },
  }),
  "GET /v1/payment-requests/:payment_request_id": call({
    scope: "payment_requests:read",
    group,
    id: "read-a-payment-request",
    input: one,
    output: paymentRequest,
    errors: ["payment_request.not_found"],
    run: ({ ctx, input }) => readPaymentRequest(ctx, input.payment_request_id),
  }),
  "POST /v1/payment-requests/:payment_request_id/prompt": call({
    scope: "payment_requests:write",
    group,
    id: "prompt-for-a-payment-request",
    input: one.extend({ phone: phone.optional() }),
    output: paymentRequest,
    example: { phone: "+254712345678" },
    errors: ["payment_request.not_found", "payment_request.ended", ...promptErrors],
    async run({ ctx, input: { payment_request_id: requestId, phone } }) {
      await promptRequest({ ctx, input: { requestId, phone } });
      return readPaymentRequest(ctx, requestId);
    },
  }),
  "POST /v1/payment-requests/:payment_request_id/cancel": call({
    scope: "payment_requests:write",
    group,
    id: "cancel-a-payment-request",
    input: one,
    output: paymentRequest,
    errors: ["payment_request.not_found", "payment_request.ended", "payment_request.prompt_open"],
    async run({ ctx, input: { payment_request_id: requestId } }) {
      await cancelRequest({ ctx, input: { requestId } });
      return readPaymentRequest(ctx, requestId);
    },
  }),
};
