import { z } from "zod";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import { creditToRequest } from "#app/domain/sales/payments/applyCredit.server.ts";
import { type AskResult, askForPayment, askInConversation } from "#app/domain/sales/requests/ask.server.ts";
import { cancelRequest } from "#app/domain/sales/requests/cancel.server.ts";
import { promptRequest } from "#app/domain/sales/requests/prompt.server.ts";
import {
  getRequest,
  listRequests,
  requestPages,
  requestsOfContact,
  tillsToAskWith,
} from "#app/domain/sales/requests/queries.server.ts";
import {
  paymentRequestId,
  paymentSettingsForm,
  requestFilters,
  requestForm,
} from "#app/domain/sales/requests/schemas.ts";
import { getPaymentSettings, savePaymentSettings } from "#app/domain/sales/requests/settings.server.ts";
import { requestSourceWords, requestStateWords } from "#app/domain/sales/requests/words.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const oneRequest = z.object({ paymentRequestId });
const ofContact = z.object({ contactId: idOf("contact") });
const asks = { max: 120, windowSeconds: 60 };

type Listed = Awaited<ReturnType<typeof listRequests>>["requests"][number];
const fileColumns = [
  ...[
    m.files_id,
    m.files_activity_columns_timestamp,
    m.files_request_contact,
    m.files_phone,
    m.files_row_reason,
  ],
  ...[m.files_request_amount_kes, m.files_request_paid_kes, m.files_activity_status, m.files_request_source],
  ...[m.files_request_till, m.files_request_account],
];
const cellsOf = ({ id, createdAt, contact, phone, reason, ...row }: Listed) => [
  ...[id, createdAt, contact, phone, reason, row.amountCents / 100, row.paidCents / 100],
  ...[requestStateWords[row.state], requestSourceWords[row.source], row.tillNumber, row.accountNumber],
];

const askOf = ({ amount: amountCents, tillId, ...form }: z.output<typeof requestForm>, key: string) => ({
  ...form,
  key,
  ...{ amountCents, tillId: tillId || undefined, source: "member" as const },
});
const shownAsk = ({ request, sent }: AskResult) => ({ requestId: request.id, sent });

/** Asking customers for money. */
export const paymentRequests = {
  "GET /payment-requests": query("paymentRequests.view", requestFilters, listRequests),
  "GET /payment-requests/file": endpoint({
    act: "paymentRequests.export",
    input: requestFilters.omit({ cursor: true }),
    run: async ({ org, input }) => {
      async function* rows() {
        for await (const requests of requestPages(org, { ...input, cursor: undefined }))
          yield requests.map(cellsOf);
      }
      const header = fileColumns.map((column) => column());
      return csvDownload(`payment_requests_${dayOf(org.clock.now())}.csv`, header, rows());
    },
  }),
  "GET /payment-requests/tills": endpoint({
    act: "paymentRequests.view",
    input: z.object({}),
    run: async ({ org }) => ({ tills: await tillsToAskWith(org) }),
  }),
  "GET /payment-requests/settings": query("paymentRequests.manage", z.object({}), getPaymentSettings),
  "PUT /payment-requests/settings": verb("paymentRequests.manage", paymentSettingsForm, savePaymentSettings),
  "GET /payment-requests/:paymentRequestId": endpoint({
    act: "paymentRequests.view",
    input: oneRequest,
    run: ({ org, input }) => getRequest(org, input.paymentRequestId),
  }),
  "GET /contacts/:contactId/payment-requests": endpoint({
    act: "paymentRequests.view",
    input: ofContact,
    run: async ({ org, input }) => ({ requests: await requestsOfContact(org, input.contactId) }),
  }),
  "POST /payment-requests/:paymentRequestId/credit": endpoint({
    act: "paymentRequests.ask",
    limit: asks,
    input: oneRequest,
    run: ({ org, input }) => creditToRequest({ ctx: org, input: { requestId: input.paymentRequestId } }),
  }),
  "POST /payment-requests": endpoint({
    act: "paymentRequests.ask",
    creates: true,
    limit: asks,
    input: requestForm.extend({ contactId: idOf("contact") }),
    run: async ({ org, input: { contactId, ...form }, onceKey }) =>
      shownAsk(await askForPayment({ ctx: org, input: { ...askOf(form, onceKey), contactId } })),
  }),
  "POST /conversations/:conversationId/payment-requests": endpoint({
    act: "paymentRequests.ask",
    creates: true,
    limit: asks,
    input: requestForm.extend({ conversationId }),
    run: async ({ org, input: { conversationId, ...form }, onceKey }) =>
      shownAsk(await askInConversation({ ctx: org, input: { ...askOf(form, onceKey), conversationId } })),
  }),
  "POST /payment-requests/:paymentRequestId/prompt": endpoint({
    act: "paymentRequests.ask",
    limit: asks,
    input: oneRequest,
    run: ({ org, input }) => promptRequest({ ctx: org, input: { requestId: input.paymentRequestId } }),
  }),
  "POST /payment-requests/:paymentRequestId/cancel": endpoint({
    act: "paymentRequests.ask",
    limit: asks,
    input: oneRequest,
    run: ({ org, input }) => cancelRequest({ ctx: org, input: { requestId: input.paymentRequestId } }),
  }),
};
