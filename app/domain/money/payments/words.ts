import type { PaymentMethod, PaymentState } from "#app/db/schema/payments.ts";

/** The ways to pay, in the order in which they are offered. */
export const paymentMethods = ["mpesa", "card", "bank"] as const satisfies readonly PaymentMethod[];

/** As they stand within a sentence. */
export const methodNames: Record<PaymentMethod, string> = {
  mpesa: "M-Pesa",
  card: "card",
  bank: "bank transfer",
};

/** What became of a payment, and what its payer can do now. */
export interface PaymentWords {
  title: string;
  text: string;
  /** Whether another try makes sense. */
  mayRetry: boolean;
}

const failed = (title: string, text: string): PaymentWords => ({ title, text, mayRetry: true });

/** Result codes of M-Pesa (docs/facts/mpesa-daraja.md §2.1) in plain words. */
const byCode: Record<string, PaymentWords> = {
  "1": failed(
    "There is too little money in the M-Pesa account",
    "Nothing was taken. Add money to the phone or choose a smaller amount, and try again.",
  ),
  "2": failed("The amount is too small for M-Pesa", "Nothing was taken. Choose a larger amount."),
  "3": failed("The amount is too large for one M-Pesa payment", "Nothing was taken. Pay in several parts."),
  "4": failed(
    "The phone has reached its M-Pesa limit for today",
    "Nothing was taken. Pay a smaller amount, from another phone, or tomorrow.",
  ),
  "17": failed(
    "The same amount was paid a moment ago",
    "M-Pesa takes the same amount from one phone only every two minutes. Look at your payments first, then try again.",
  ),
  "1001": failed(
    "The phone is busy with another M-Pesa payment",
    "Nothing was taken. Finish or cancel the other one, wait a minute, and try again.",
  ),
  "1019": failed("The request ran out", "Nothing was taken. Try again and enter the PIN within a minute."),
  "1032": failed(
    "The payment was cancelled on the phone",
    "Nothing was taken. Try again when you are ready to enter the PIN.",
  ),
  "1037": failed(
    "The phone did not answer",
    "Nothing was taken. Check that the phone is on, has network, and is unlocked, and try again.",
  ),
  "2001": failed("The PIN was wrong", "Nothing was taken. Try again with the right M-Pesa PIN."),
};
const busy = byCode["1001"]!;

/** What to say of a payment by card. Its provider gives no reason. */
const ofCard: Record<PaymentState, PaymentWords> = {
  pending: {
    title: "Checking your payment",
    text: "We ask the card provider about it, and this page looks again by itself. You may leave it: the money is booked all the same.",
    mayRetry: false,
  },
  unknown: {
    title: "We are looking at this payment",
    text: "The card provider tells of another amount than we asked for. We will write to you. Do not pay again.",
    mayRetry: false,
  },
  paid: { title: "Paid", text: "The money has arrived.", mayRetry: false },
  failed: failed("The card was not accepted", "Nothing was booked. Try again, or pay another way."),
  expired: failed(
    "The payment was not completed",
    "Nothing was booked. If your bank took the money after all, it is booked as soon as we are told.",
  ),
};

const bankWaits: PaymentWords = {
  title: "Make the transfer",
  text: "Write the reference into your transfer, and nothing else: by it we know that the money is yours. It takes one to two working days.",
  mayRetry: false,
};

const ofBank = (state: PaymentState): PaymentWords =>
  state === "paid" ? { title: "Paid", text: "Your transfer has arrived.", mayRetry: false } : bankWaits;

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
        title: "Look at your phone",
        text: "M-Pesa has sent a request to your phone. Enter your M-Pesa PIN there. This page looks again by itself.",
        mayRetry: false,
      };
    case "unknown":
      return {
        title: "We are checking with M-Pesa",
        text: "M-Pesa has not told us yet whether this payment arrived. Do not pay again: if money was taken, it is booked as soon as M-Pesa confirms.",
        mayRetry: false,
      };
    case "paid":
      return { title: "Paid", text: "The money has arrived.", mayRetry: false };
    case "expired":
      return failed(
        "No answer came",
        "M-Pesa did not confirm this payment. If you entered your PIN and money was taken, it is booked as soon as M-Pesa confirms. Otherwise try again.",
      );
    case "failed":
      if (/lock subscriber/i.test(resultDesc ?? "")) return busy;
      return (
        byCode[resultCode ?? ""] ??
        failed(
          "M-Pesa did not take the payment",
          resultDesc
            ? `Nothing was taken. M-Pesa says: ${resultDesc}. Try again, and tell us if it goes on.`
            : "Nothing was taken. Try again, and tell us if it goes on.",
        )
      );
  }
}

/** Amounts to choose from, KES; the first one is chosen already. */
export const topUpPresets = [1000, 2500, 5000, 10000] as const;
