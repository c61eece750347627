/** Choices of the screens of payments, apart from the schemas, so that browsers load them without the validation. */
import type { MatchedBy, TillPaymentState } from "#app/db/schema/sales/payments.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export type { DifferenceKind } from "#app/db/schema/sales/matching.ts";
export type { MatchedBy, TillPaymentState };

/** In the order of the filter. */
export const paymentStates = [
  "unmatched",
  "unconfirmed",
  "matched",
  "refunded",
] as const satisfies readonly TillPaymentState[];

export const paymentStateWords: Readonly<Record<TillPaymentState, string>> = lazy({
  unmatched: m.receipts_state_unmatched,
  unconfirmed: m.receipts_state_unconfirmed,
  matched: m.receipts_state_matched,
  refunded: m.receipts_state_refunded,
});

export const matchedByWords: Readonly<Record<MatchedBy, string>> = lazy({
  prompt: m.receipts_matched_by_prompt,
  account: m.receipts_matched_by_account,
  answer: m.receipts_matched_by_answer,
  member: m.receipts_matched_by_member,
});
