import type { TaxState } from "#app/db/schema/money/etims.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";

export const taxStateWords: Record<TaxState, string> = lazy({
  waiting: m.common_pending,
  submitted: m.common_pending,
  unknown: m.billing_tax_state_unknown,
  accepted: m.billing_tax_state_accepted,
  refused: m.common_refused,
});

/** `2026-11-21 12:30`, Kenya time. */
export const kraReceiptTime = (at: Date): string => toNairobiIso(at).slice(0, 16).replace("T", " ");

/** The meaning of KRA's codes for the document's reader (docs/facts/payments.md §1.1). */
const refusals: Record<string, string> = lazy({
  "900": m.billing_tax_refusal_sender_unknown,
  "901": m.billing_tax_refusal_device_unknown,
  "902": m.billing_tax_refusal_device_has_key,
  "910": m.billing_tax_refusal_detail_invalid,
  "921": m.billing_tax_refusal_day_closed,
  "922": m.billing_tax_refusal_out_of_order,
});
const ourSide = /^89[1-9]$/;

/** KRA's reason for a refusal in plain words, with its own text. */
export function refusalWords(code: string | null, said: string | null): string {
  const words = ourSide.test(code ?? "") ? m.billing_tax_refusal_incomplete() : refusals[code ?? ""];
  const quoted = said ? m.billing_tax_refusal_quoted({ said }) : "";
  return [words ?? m.billing_tax_refusal_other(), quoted].filter(Boolean).join(" ");
}
