import type { PaymentMethod, PaymentState } from "#app/db/schema/money/payments.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Payment methods, in the order of the choices. */
export const paymentMethods = ["mpesa", "card", "bank"] as const satisfies readonly PaymentMethod[];

/** Names within a sentence. */
export const methodNames: Record<PaymentMethod, string> = lazy({
  mpesa: "M-Pesa",
  card: m.billing_method_card,
  bank: m.billing_method_bank,
});

/** A payment's result, and what its payer can do. */
export interface PaymentWords {
  title: string;
  text: string;
  /** Whether a retry can succeed. */
  mayRetry: boolean;
}

const failed = (title: string, text: string): PaymentWords => ({ title, text, mayRetry: true });

/** Result codes of M-Pesa (docs/facts/mpesa-daraja.md §2.1) in plain words. */
const byCode: Record<string, PaymentWords> = lazy({
  "1": () => failed(m.billing_mpesa_no_funds_title(), m.billing_mpesa_no_funds_text()),
  "2": () => failed(m.billing_mpesa_too_small_title(), m.billing_mpesa_too_small_text()),
  "3": () => failed(m.billing_mpesa_too_large_title(), m.billing_mpesa_too_large_text()),
  "4": () => failed(m.billing_mpesa_daily_limit_title(), m.billing_mpesa_daily_limit_text()),
  "17": () => failed(m.billing_mpesa_repeated_title(), m.billing_mpesa_repeated_text()),
  "1001": () => failed(m.billing_mpesa_busy_title(), m.billing_mpesa_busy_text()),
  "1019": () => failed(m.billing_mpesa_expired_title(), m.billing_mpesa_expired_text()),
  "1032": () => failed(m.billing_mpesa_cancelled_title(), m.billing_mpesa_cancelled_text()),
  "1037": () => failed(m.billing_mpesa_unreachable_title(), m.billing_mpesa_unreachable_text()),
  "2001": () => failed(m.billing_mpesa_wrong_pin_title(), m.billing_mpesa_wrong_pin_text()),
});
const busy = () => byCode["1001"]!;

/** Texts of card payments. The provider gives no reasons. */
const ofCard: Record<PaymentState, PaymentWords> = lazy({
  pending: {
    title: m.billing_card_pending_title,
    text: m.billing_card_pending_text,
    mayRetry: false,
  },
  unknown: {
    title: m.billing_card_unknown_title,
    text: m.billing_card_unknown_text,
    mayRetry: false,
  },
  paid: { title: m.common_paid, text: m.billing_card_paid_text, mayRetry: false },
  failed: () => failed(m.billing_card_failed_title(), m.billing_card_failed_text()),
  expired: () => failed(m.billing_card_expired_title(), m.billing_card_expired_text()),
});

const bankWaits: PaymentWords = lazy({
  title: m.billing_bank_pending_title,
  text: m.billing_bank_pending_text,
  mayRetry: false,
});

const ofBank = (state: PaymentState): PaymentWords =>
  state === "paid"
    ? { title: m.common_paid(), text: m.billing_bank_paid_text(), mayRetry: false }
    : bankWaits;

/** A payment's text. M-Pesa's reason is shown unchanged when we have no words for it. */
export function wordsOf(payment: {
  method: PaymentMethod;
  state: PaymentState;
  resultCode: string | null;
  resultDesc: string | null;
}): PaymentWords {
  const { method, state, resultCode, resultDesc } = payment;
  if (method === "card") return ofCard[state];
  if (method === "bank") return ofBank(state);
  switch (state) {
    case "pending":
      return {
        title: m.billing_mpesa_prompt_title(),
        text: m.billing_mpesa_prompt_text(),
        mayRetry: false,
      };
    case "unknown":
      return {
        title: m.billing_mpesa_unknown_title(),
        text: m.billing_mpesa_unknown_text(),
        mayRetry: false,
      };
    case "paid":
      return { title: m.common_paid(), text: m.billing_card_paid_text(), mayRetry: false };
    case "expired":
      return failed(m.billing_mpesa_no_response_title(), m.billing_mpesa_no_response_text());
    case "failed":
      if (/lock subscriber/i.test(resultDesc ?? "")) return busy();
      return (
        byCode[resultCode ?? ""] ??
        failed(
          m.billing_mpesa_declined_title(),
          resultDesc
            ? m.billing_mpesa_declined_with_reason_text({ resultDesc })
            : m.billing_mpesa_declined_text(),
        )
      );
  }
}

/** How long a prompt stays on the phone (docs/facts/mpesa-daraja.md §2.1). */
export const promptSeconds = 60;

/** Suggested amounts, KES; the first one is preselected. */
export const topUpPresets = [1000, 2500, 5000, 10000] as const;

/** The smallest and the largest top-up; M-Pesa's limit. */
export const topUpKes = { least: 10, most: 250_000 };
