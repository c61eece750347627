import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

const orgId = z.string();

/** Applies what M-Pesa posted to an organisation's tills; enqueued with each notice. */
export const applyTillNoticesJob = job({
  name: "apply-till-notices",
  payload: z.object({ orgId }),
  concurrency: 4,
});

/** Calls M-Pesa for a stored prompt. */
export const pushPromptJob = job({
  name: "push-till-prompt",
  payload: z.object({ orgId, promptId: z.string() }),
  concurrency: 8,
});

/** Queries M-Pesa about a prompt without a callback. `check` counts the queries. */
export const checkPromptJob = job({
  name: "check-till-prompt",
  payload: z.object({ orgId, promptId: z.string(), check: z.number().int() }),
  concurrency: 4,
});

/** Replies to a customer's word about money. */
export const answerMoneyWordJob = job({
  name: "answer-money-word",
  payload: z.object({
    orgId,
    conversationId: z.string(),
    messageId: z.string(),
    word: z.enum(["account", "balance"]),
  }),
  concurrency: 4,
});

/** Asks customers whether a payment with a mistyped account number is theirs. */
export const askCustomersJob = job({
  name: "ask-customers-about-payment",
  payload: z.object({ orgId, paymentId: z.string() }),
  concurrency: 4,
});

/** Reads the answer to such a question. */
export const answerPaymentQuestionJob = job({
  name: "answer-payment-question",
  payload: z.object({ orgId, conversationId: z.string(), messageId: z.string() }),
  concurrency: 4,
});

/** Decides with the answers there are when the time to answer is over. */
export const endPaymentQuestionsJob = job({
  name: "end-payment-questions",
  payload: z.object({ orgId, paymentId: z.string() }),
  concurrency: 2,
});

/** Pulls tills, syncs catalogues, ends requests and submits tax documents that are due: their rows have the times. */
export const sweepSalesJob = job({ name: "sweep-sales", payload: z.object({}), every: "*/5 * * * *" });

/** Lets the credit of merged contacts pay their dues. */
export const settleMergedCreditJob = job({
  name: "pay-dues-of-merged",
  payload: z.object({ orgId, contactId: z.string() }),
});

/** Sends an organisation's documents to KRA, in their order. */
export const submitTaxDocumentsOfJob = job({
  name: "submit-tax-documents-of",
  payload: z.object({ orgId }),
  concurrency: 4,
});

/** Sends the customer the link of a document that was registered after its receipt was sent. */
export const sendTaxLinkJob = job({
  name: "send-tax-link",
  payload: z.object({ orgId, documentId: z.string() }),
  concurrency: 2,
});

/** Sends the customer the receipt of a payment. */
export const sendPaymentReceiptJob = job({
  name: "send-payment-receipt",
  payload: z.object({ orgId, paymentId: z.string() }),
  concurrency: 4,
});

/** Pulls the payments of a till that were never reported, and compares the others. */
export const pullTillJob = job({
  name: "pull-till",
  payload: z.object({ orgId, tillId: z.string() }),
  concurrency: 4,
});

/** Adds the penalties of unpaid dues whose day has come. */
export const addPenaltiesJob = job({ name: "add-penalties", payload: z.object({}), every: "20 3 * * *" });

/** Fetches the new pictures of a catalogue's products. */
export const fetchCataloguePicturesJob = job({
  name: "fetch-catalogue-pictures",
  payload: z.object({ orgId, catalogueId: z.string() }),
  concurrency: 1,
});

/** Reads a catalogue from Meta into the products. */
export const syncCatalogueJob = job({
  name: "sync-product-catalogue",
  payload: z.object({ orgId, catalogueId: z.string() }),
  concurrency: 2,
});
