import type { TaxState } from "#app/db/schema/etims.ts";
import { toNairobiIso } from "#app/platform/nairobiTime.ts";

export const taxStateWords: Record<TaxState, string> = {
  waiting: "Pending",
  submitted: "Pending",
  unknown: "Not confirmed yet",
  accepted: "Registered",
  refused: "Refused",
};

/** `2026-11-21 12:30`, by Kenya's clocks. */
export const kraReceiptTime = (at: Date): string => toNairobiIso(at).slice(0, 16).replace("T", " ");

/** What KRA's codes mean for who reads the document (docs/facts/payments.md §1.1). */
const refusals: Record<string, string> = {
  "900": "KRA did not recognise us as the sender.",
  "901": "KRA does not know our device.",
  "902": "KRA has our device set up already, with a key that we do not have.",
  "910": "A detail is not as KRA wants it, most often the customer's PIN or name.",
  "921": "KRA takes no more sales for this day.",
  "922": "KRA wants an earlier document first.",
};
const ourSide = /^89[1-9]$/;

/** Why KRA refused, in plain words, with what it said itself. */
export function refusalWords(code: string | null, said: string | null): string {
  const words = ourSide.test(code ?? "") ? "The document did not reach KRA whole." : refusals[code ?? ""];
  const quoted = said ? `KRA says: “${said}”.` : "";
  return [words ?? "KRA refused the document.", quoted].filter(Boolean).join(" ");
}
