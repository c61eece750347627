import type { TaxState } from "#app/db/schema/money/etims.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { toNairobiIso } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";

export const taxStateWords: Record<TaxState, string> = lazy({
  waiting: m.labels_pending,
  submitted: m.labels_pending,
  unknown: m.labels_not_confirmed_yet,
  accepted: m.labels_registered,
  refused: m.labels_refused,
});

/** `2026-11-21 12:30`, by Kenya's clocks. */
export const kraReceiptTime = (at: Date): string => toNairobiIso(at).slice(0, 16).replace("T", " ");

/** The meaning of KRA's codes for the document's reader (docs/facts/payments.md §1.1). */
const refusals: Record<string, string> = lazy({
  "900": m.labels_kra_did_not_recognise_us_as,
  "901": m.labels_kra_does_not_know_our_device,
  "902": m.labels_kra_has_our_device_set_up,
  "910": m.labels_a_detail_is_not_as_kra,
  "921": m.labels_kra_takes_no_more_sales_for,
  "922": m.labels_kra_wants_an_earlier_document_first,
});
const ourSide = /^89[1-9]$/;

/** Why KRA refused, in plain words, with what it said itself. */
export function refusalWords(code: string | null, said: string | null): string {
  const words = ourSide.test(code ?? "") ? m.labels_the_document_did_not_reach_kra() : refusals[code ?? ""];
  const quoted = said ? m.labels_kra_says({ said }) : "";
  return [words ?? m.labels_kra_refused_the_document(), quoted].filter(Boolean).join(" ");
}
