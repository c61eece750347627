import { z } from "zod";
import { formatKes } from "#app/platform/money.ts";
import { normalisePhone } from "#app/platform/phone.ts";
import { idempotencyKey } from "../schemas.ts";
import { paymentMethods } from "./words.ts";

/** Whole shillings of a top-up; M-Pesa takes no more at once. Digits alone: no sign, point or exponent. */
export const topUpAmountKes = z
  .string({ error: "Enter an amount in KES" })
  .or(z.number().transform(String))
  .transform((text) => text.trim().replaceAll(",", ""))
  .pipe(z.string().regex(/^\d{1,9}$/, "Enter whole shillings, with digits alone"))
  .transform(Number)
  .pipe(
    z
      .number()
      .min(10, `The smallest top-up is ${formatKes(1000)}`)
      .max(250_000, `The largest top-up is ${formatKes(25_000_000)}. Pay more in several parts.`),
  );

/** A Kenyan mobile number as people write it, answered in E.164. */
export const payerPhone = z.string({ error: "Enter the M-Pesa number" }).transform((text, check) => {
  const read = normalisePhone(text);
  if (read.ok && /^\+254[17]\d{8}$/.test(read.phone)) return read.phone;
  check.addIssue({
    code: "custom",
    message: read.ok ? "M-Pesa works with Kenyan mobile numbers, like 0712 345 678" : read.reason,
  });
  return z.NEVER;
});

/** One payment: into the wallet, or of an invoice; for M-Pesa with the phone that gets the request. */
export const newPayment = z
  .object({
    key: idempotencyKey,
    method: z.enum(paymentMethods, "Choose how you pay"),
    amountKes: topUpAmountKes.optional(),
    invoiceId: z.string().max(60).optional(),
    phone: payerPhone.optional(),
  })
  .superRefine(({ method, amountKes, invoiceId, phone }, check) => {
    const need = (field: string, message: string) =>
      check.addIssue({ code: "custom", path: [field], message });
    if (amountKes === undefined && invoiceId === undefined) need("amountKes", "Enter an amount in KES");
    if (method === "mpesa" && phone === undefined) need("phone", "Enter the M-Pesa number");
  });
export type NewPayment = z.output<typeof newPayment>;

/** A receipt of M-Pesa: ten letters and digits, however it was typed. */
export const mpesaReceipt = z
  .string({ error: "Enter the code of the M-Pesa message" })
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{10}$/, "The code has 10 letters and digits, like UKL7RT61SV"));

/** The bank's own reference of a transfer, as it stands on the payer's receipt. */
export const bankReference = z
  .string({ error: "Enter the bank’s reference" })
  .trim()
  .min(4, "The bank’s reference has at least 4 letters and digits")
  .max(100, "Keep the reference within 100 characters");

/** What was transferred: shillings, and cents after a point if there were any. Answered in cents. */
export const transferAmount = z
  .string({ error: "Enter an amount in KES" })
  .transform((text) => text.trim().replaceAll(",", ""))
  .pipe(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, "Enter shillings with digits, like 2500 or 2500.50"))
  .transform((text) => {
    const [shillings = "0", cents = ""] = text.split(".");
    return Number(shillings) * 100 + Number(cents.padEnd(2, "0"));
  })
  .pipe(z.number().min(1, "Enter more than 0"));
