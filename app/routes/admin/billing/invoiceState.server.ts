import type { CallOutput } from "#app/api/client.server.ts";
import { methodLabel, tones } from "#app/domain/console/billing/words.ts";
import { statusWords } from "#app/domain/money/invoices/words.ts";

type Invoice = CallOutput<"GET /admin/invoices/:invoiceId">["invoice"];

/** Worded here, so that the page loads no texts for them. */
export const invoiceState = ({ status, method }: Invoice) => ({
  tone: tones[status],
  word: statusWords[status],
  method: methodLabel(method),
});
