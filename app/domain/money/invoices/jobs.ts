import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Emails a finalized document to the billed customer. */
export const deliverInvoiceJob = job({
  name: "deliver-invoice",
  payload: z.object({ orgId: z.string(), invoiceId: z.string() }),
});

/** Every night after the month's end in Kenya, and each night after it for what was left over. */
export const runBillingJob = job({ name: "run-billing", payload: z.object({}), every: "20 21 * * *" });

/** Receipts for top-ups, soon after them. */
export const issueReceiptsJob = job({
  name: "issue-receipts",
  payload: z.object({}),
  every: "*/5 * * * *",
  concurrency: 1,
});

/** In the morning, Kenya's time. */
export const remindOfInvoicesJob = job({
  name: "remind-of-invoices",
  payload: z.object({}),
  every: "0 6 * * *",
});
