import { z } from "zod";

const text = z.union([z.string(), z.number()]).transform(String);

/** The body of a prompt's callback (docs/facts/mpesa-daraja.md §2.1): items in any order, some without a value. */
export const promptNotice = z
  .object({
    Body: z.object({
      stkCallback: z.object({
        MerchantRequestID: text.optional(),
        CheckoutRequestID: z.string().max(64),
        ResultCode: text,
        ResultDesc: z.string().default(""),
        CallbackMetadata: z
          .object({ Item: z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })) })
          .optional(),
      }),
    }),
  })
  .transform(({ Body: { stkCallback: notice } }) => {
    const itemOf = (name: string) =>
      notice.CallbackMetadata?.Item.find((item) => item.Name === name)?.Value as string | number | undefined;
    return {
      checkoutRequestId: notice.CheckoutRequestID,
      merchantRequestId: notice.MerchantRequestID,
      resultCode: notice.ResultCode,
      resultDesc: notice.ResultDesc.slice(0, 300),
      amountCents: centsOf(itemOf("Amount")),
      receipt: itemOf("MpesaReceiptNumber"),
      phone: String(itemOf("PhoneNumber") ?? ""),
      paidAt: timeOf(String(itemOf("TransactionDate") ?? "")),
    };
  });

/** Why a prompt's success is not what was asked for; undefined when it is. */
export function mismatchOf(
  prompt: { amountCents: number; phone: string | null; receipt: string | null },
  notice: Pick<z.output<typeof promptNotice>, "amountCents" | "phone" | "receipt">,
): string | undefined {
  if (notice.amountCents !== prompt.amountCents) return "another amount";
  if (/^\d+$/.test(notice.phone) && `+${notice.phone}` !== prompt.phone) return "another phone";
  if (!/^[A-Z0-9]{6,20}$/.test(String(notice.receipt ?? ""))) return "no receipt";
  // A prompt is paid once: a second receipt is not its payment.
  if (prompt.receipt !== null && prompt.receipt !== notice.receipt) return "another receipt";
  return undefined;
}

/** The launch of M-Pesa: no payment is older. */
const launchedAt = Date.UTC(2007, 2, 6);

/** The text as PostgreSQL can store it: without NUL and half surrogate pairs. */
export const storable = (text: string, longest: number) =>
  text.replaceAll("\u0000", "").toWellFormed().slice(0, longest).toWellFormed();

/**
 * Validation and confirmation of a payment at the paybill (§3): all strings, the payer masked. Only receipt,
 * amount and shortcode are checked; other texts are cut to what can be stored, so that none of them blocks a
 * payment.
 */
export const paybillNotice = z
  .object({
    TransID: z.string().regex(/^[A-Z0-9]{6,20}$/),
    TransAmount: text,
    BusinessShortCode: text,
    TransTime: text.catch(""),
    BillRefNumber: text.catch(""),
    MSISDN: text.catch(""),
  })
  .transform((notice) => {
    const paidAt = timeOf(notice.TransTime);
    return {
      receipt: notice.TransID,
      amountCents: centsOf(notice.TransAmount) ?? 0,
      shortcode: notice.BusinessShortCode,
      paidAt: paidAt && paidAt.getTime() > launchedAt ? paidAt : undefined,
      payer: masked(storable(notice.MSISDN, 40)),
      account: storable(notice.BillRefNumber, 60),
    };
  });

/** A confirmation of a payment at our own paybill. */
export const ownPaybillNotice = (shortcode: string | undefined) =>
  paybillNotice.refine((notice) => notice.shortcode === shortcode && notice.amountCents > 0);

/** M-Pesa's notice that its queue timed out has no documented shape. */
export const anyNotice = z.record(z.string(), z.unknown());

/** The account in a confirmation, even if the rest is unreadable. */
export function accountIn(body: string): string {
  try {
    const read = paybillNotice.safeParse(JSON.parse(body));
    return read.success ? read.data.account : "";
  } catch {
    return "";
  }
}

/** `1500`, `1500.00` → cents; undefined unless it is an amount in plain digits. */
export function centsOf(value: string | number | undefined): number | undefined {
  const plain = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(value ?? ""));
  return plain ? Number(plain[1]) * 100 + Number((plain[2] ?? "").padEnd(2, "0") || 0) : undefined;
}

/** `YYYYMMDDHHmmss` in Nairobi. */
export function timeOf(digits: string): Date | undefined {
  const read = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits);
  if (!read) return undefined;
  const [, year, month, day, hour, minute, second] = read;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** A masked phone number, as M-Pesa shows it: enough to recognise the payer. */
export function masked(phone: string): string {
  const plain = phone.trim();
  return /^\+?\d{10,15}$/.test(plain)
    ? `${plain.replace("+", "").slice(0, 4)} ***** ${plain.slice(-3)}`
    : plain.slice(0, 20);
}
