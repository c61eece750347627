import type { TaxState } from "#app/db/schema/etims.ts";
import { toNairobiIso } from "#app/platform/nairobiTime.ts";
import { m } from "#messages";

export const taxStateWords: Record<TaxState, string> = {
  get waiting() {
    return m.labels_pending();
  },
  get submitted() {
    return m.labels_pending();
  },
  get unknown() {
    return m.labels_not_confirmed_yet();
  },
  get accepted() {
    return m.labels_registered();
  },
  get refused() {
    return m.labels_refused();
  },
};

/** `2026-11-21 12:30`, by Kenya's clocks. */
export const kraReceiptTime = (at: Date): string => toNairobiIso(at).slice(0, 16).replace("T", " ");

/** What KRA's codes mean for who reads the document (docs/facts/payments.md §1.1). */
const refusals: Record<string, string> = {
  get "900"() {
    return m.labels_kra_did_not_recognise_us_as();
  },
  get "901"() {
    return m.labels_kra_does_not_know_our_device();
  },
  get "902"() {
    return m.labels_kra_has_our_device_set_up();
  },
  get "910"() {
    return m.labels_a_detail_is_not_as_kra();
  },
  get "921"() {
    return m.labels_kra_takes_no_more_sales_for();
  },
  get "922"() {
    return m.labels_kra_wants_an_earlier_document_first();
  },
};
const ourSide = /^89[1-9]$/;

/** Why KRA refused, in plain words, with what it said itself. */
export function refusalWords(code: string | null, said: string | null): string {
  const words = ourSide.test(code ?? "") ? m.labels_the_document_did_not_reach_kra() : refusals[code ?? ""];
  const quoted = said ? m.labels_kra_says({ said }) : "";
  return [words ?? m.labels_kra_refused_the_document(), quoted].filter(Boolean).join(" ");
}
