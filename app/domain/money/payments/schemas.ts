import { z } from "zod";
import { paymentMethods, topUpKes } from "#app/domain/money/words.ts";
import { atLeast, tooLong } from "#app/platform/forms/checks.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";

/** Whole shillings of a top-up. Digits only: no sign, point or exponent. */
export const topUpAmountKes = z
  .string({ error: m.checks_payment_amount_required })
  .or(z.number().transform(String))
  .transform((text) => text.trim().replaceAll(",", ""))
  .pipe(z.string().regex(/^\d{1,9}$/, { error: m.checks_payment_amount_whole }))
  .transform(Number)
  .pipe(
    z
      .number()
      .min(topUpKes.least, {
        error: () => m.checks_top_up_too_small({ formatKes: formatKes(topUpKes.least * 100) }),
      })
      .max(topUpKes.most, {
        error: () => m.checks_top_up_too_large({ formatKes: formatKes(topUpKes.most * 100) }),
      }),
  );

/** A Kenyan mobile number as people write it, returned in E.164. */
export const payerPhone = z.string({ error: m.checks_mpesa_number_required }).transform((text, check) => {
  const read = normalisePhone(text);
  if (read.ok && /^\+254[17]\d{8}$/.test(read.phone)) return read.phone;
  check.addIssue({
    code: "custom",
    message: read.ok ? m.checks_mpesa_number_not_kenyan() : read.reason,
  });
  return z.NEVER;
});

/** One payment, to the wallet or of an invoice; with the phone to prompt, for M-Pesa. */
export const newPayment = z
  .object({
    key: formKey,
    method: z.enum(paymentMethods, { error: m.checks_payment_method_required }),
    amountKes: topUpAmountKes.optional(),
    invoiceId: idOf("invoice", z.string().max(60)).optional(),
    phone: payerPhone.optional(),
  })
  .superRefine(({ method, amountKes, invoiceId, phone }, check) => {
    const need = (field: string, message: string) =>
      check.addIssue({ code: "custom", path: [field], message });
    if (amountKes === undefined && invoiceId === undefined)
      need("amountKes", m.checks_payment_amount_required());
    if (method === "mpesa" && phone === undefined) need("phone", m.checks_mpesa_number_required());
  });
export type NewPayment = z.output<typeof newPayment>;

/** An M-Pesa receipt: ten letters and digits, in any spelling. */
export const mpesaReceipt = z
  .string({ error: m.checks_mpesa_receipt_required })
  .transform((text) => text.trim().toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{10}$/, { error: m.checks_mpesa_receipt_invalid }));

/** The bank's reference of a transfer, as on the payer's receipt. */
export const bankReference = z
  .string({ error: m.checks_bank_reference_required })
  .trim()
  .min(4, atLeast(m.checks_bank_reference_invalid))
  .max(100, tooLong);

/** The transferred amount: shillings, with optional cents after a point. Returned in cents. */
export const transferAmount = z
  .string({ error: m.checks_payment_amount_required })
  .transform((text) => text.trim().replaceAll(",", ""))
  .pipe(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/, { error: m.checks_transfer_amount_invalid }))
  .transform((text) => {
    const [shillings = "0", cents = ""] = text.split(".");
    return Number(shillings) * 100 + Number(cents.padEnd(2, "0"));
  })
  .pipe(z.number().min(1, { error: m.checks_amount_not_positive }));
