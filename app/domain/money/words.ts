import type { PaymentMethod, PaymentState } from "#app/db/schema/money/payments.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The ways to pay, in the order in which they are offered. */
export const paymentMethods = ["mpesa", "card", "bank"] as const satisfies readonly PaymentMethod[];

/** As they stand within a sentence. */
export const methodNames: Record<PaymentMethod, string> = lazy({
  mpesa: "M-Pesa",
  card: m.labels_card,
  bank: m.labels_bank_transfer,
});

/** A payment's result, and what its payer can do now. */
export interface PaymentWords {
  title: string;
  text: string;
  /** Whether another try makes sense. */
  mayRetry: boolean;
}

const failed = (title: string, text: string): PaymentWords => ({ title, text, mayRetry: true });

/** Result codes of M-Pesa (docs/facts/mpesa-daraja.md §2.1) in plain words. */
const byCode: Record<string, PaymentWords> = lazy({
  "1": () => failed(m.labels_there_is_too_little_money_in(), m.labels_nothing_was_taken_add_money_to()),
  "2": () => failed(m.labels_the_amount_is_too_small_for(), m.labels_nothing_was_taken_choose_a_larger()),
  "3": () => failed(m.labels_the_amount_is_too_large_for(), m.labels_nothing_was_taken_pay_in_several()),
  "4": () => failed(m.labels_the_phone_has_reached_its_m(), m.labels_nothing_was_taken_pay_a_smaller()),
  "17": () => failed(m.labels_the_same_amount_was_paid_a(), m.labels_m_pesa_takes_the_same_amount()),
  "1001": () =>
    failed(m.labels_the_phone_is_busy_with_another(), m.labels_nothing_was_taken_finish_or_cancel()),
  "1019": () => failed(m.labels_the_request_ran_out(), m.labels_nothing_was_taken_try_again_and()),
  "1032": () =>
    failed(m.labels_the_payment_was_cancelled_on_the(), m.labels_nothing_was_taken_try_again_when()),
  "1037": () => failed(m.labels_the_phone_did_not_answer(), m.labels_nothing_was_taken_check_that_the()),
  "2001": () => failed(m.labels_the_pin_was_wrong(), m.labels_nothing_was_taken_try_again_with()),
});
const busy = () => byCode["1001"]!;

/** What to say of a payment by card. Its provider gives no reason. */
const ofCard: Record<PaymentState, PaymentWords> = lazy({
  pending: {
    title: m.labels_checking_your_payment,
    text: m.labels_we_ask_the_card_provider_about,
    mayRetry: false,
  },
  unknown: {
    title: m.labels_we_are_looking_at_this_payment,
    text: m.labels_the_card_provider_tells_of_another,
    mayRetry: false,
  },
  paid: { title: m.labels_paid, text: m.labels_the_money_has_arrived, mayRetry: false },
  failed: () => failed(m.labels_the_card_was_not_accepted(), m.labels_nothing_was_booked_try_again_or()),
  expired: () => failed(m.labels_the_payment_was_not_completed(), m.labels_nothing_was_booked_if_your_bank()),
});

const bankWaits: PaymentWords = lazy({
  title: m.labels_make_the_transfer,
  text: m.labels_write_the_reference_into_your_transfer,
  mayRetry: false,
});

const ofBank = (state: PaymentState): PaymentWords =>
  state === "paid"
    ? { title: m.labels_paid(), text: m.labels_your_transfer_has_arrived(), mayRetry: false }
    : bankWaits;

/** What to say of a payment. Where M-Pesa gave a reason that we have no words for, it is shown as it came. */
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
        title: m.labels_look_at_your_phone(),
        text: m.labels_m_pesa_has_sent_a_request(),
        mayRetry: false,
      };
    case "unknown":
      return {
        title: m.labels_we_are_checking_with_m_pesa(),
        text: m.labels_m_pesa_has_not_told_us(),
        mayRetry: false,
      };
    case "paid":
      return { title: m.labels_paid(), text: m.labels_the_money_has_arrived(), mayRetry: false };
    case "expired":
      return failed(m.labels_no_answer_came(), m.labels_m_pesa_did_not_confirm_this());
    case "failed":
      if (/lock subscriber/i.test(resultDesc ?? "")) return busy();
      return (
        byCode[resultCode ?? ""] ??
        failed(
          m.labels_m_pesa_did_not_take_the(),
          resultDesc
            ? m.labels_nothing_was_taken_m_pesa_says({ resultDesc })
            : m.labels_nothing_was_taken_try_again_and_2(),
        )
      );
  }
}

/** Amounts to choose from, KES; the first one is chosen already. */
export const topUpPresets = [1000, 2500, 5000, 10000] as const;

/** The smallest and the largest top-up; M-Pesa takes no more at once. */
export const topUpKes = { least: 10, most: 250_000 };
