import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Emails a finalized document to the billed customer. */
export const deliverInvoiceJob = job({
  name: "deliver-invoice",
  payload: z.object({ orgId: z.string(), invoiceId: z.string() }),
});

/** Every night, Kenya time, so that the month's end is billed at once and leftovers are retried. */
export const runBillingJob = job({ name: "run-billing", payload: z.object({}), every: "20 21 * * *" });

/** Issues receipts of recent top-ups. */
export const issueReceiptsJob = job({
  name: "issue-receipts",
  payload: z.object({}),
  every: "*/5 * * * *",
  concurrency: 1,
});

/** In the morning, Kenya time. */
export const remindOfInvoicesJob = job({
  name: "remind-of-invoices",
  payload: z.object({}),
  every: "0 6 * * *",
});
