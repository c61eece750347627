import { z } from "zod";
import { email } from "#app/domain/accounts/schemas.ts";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import { partnerCategories, partnerStatuses, services, settlementStatuses } from "./words.ts";

const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const line = (what: string, max: number) =>
  z
    .string({ error: `Enter ${what}` })
    .trim()
    .min(1, `Enter ${what}`)
    .max(max, `Keep it within ${max} characters`)
    .regex(printable, "It has characters that cannot be shown");
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Keep it within ${max} characters`)
    .regex(printable, "It has characters that cannot be shown")
    .default("");

export const partnerId = z.string().max(64);
export const settlementId = z.string().max(64);
export const payoutId = z.string().max(64);

export const reason = z
  .string({ error: "Say why, in at least 5 characters" })
  .trim()
  .min(5, "Say why, in at least 5 characters")
  .max(500, "Keep the reason within 500 characters");

const profile = {
  name: line("the name of the business", 100),
  category: z.enum(partnerCategories, { error: "Choose a category" }),
  contactName: line("the name of the person we talk to", 100),
};

/** What an organisation says that wants to be a partner. */
export const application = z.object({
  ...profile,
  email,
  about: line("whom you would bring, and how", 1000),
});

const phoneOrNone = z
  .string()
  .trim()
  .default("")
  .transform((text) => text || undefined)
  .pipe(payerPhone.optional());

const payoutDetails = {
  payoutMethod: z.enum(["mpesa", "bank"], { error: "Choose how it is paid" }),
  payoutName: optionalLine(100),
  payoutPhone: phoneOrNone,
  bankName: optionalLine(100),
  bankAccount: optionalLine(34),
};

const percent = z.coerce
  .number({ error: "Choose a share" })
  .int("Choose a share")
  .min(1, "Choose a share")
  .max(100);

type Details = {
  payoutMethod: "mpesa" | "bank";
  payoutPhone?: string | undefined;
  bankName: string;
  bankAccount: string;
  payoutName: string;
};
function complete(
  details: Details,
  check: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
) {
  const need = (field: string, message: string) => check.addIssue({ code: "custom", path: [field], message });
  if (details.payoutMethod === "mpesa" && !details.payoutPhone)
    need("payoutPhone", "Enter the M-Pesa number");
  if (details.payoutMethod === "bank" && !details.bankName) need("bankName", "Enter the bank");
  if (details.payoutMethod === "bank" && !details.bankAccount)
    need("bankAccount", "Enter the account number");
  if (!details.payoutName) need("payoutName", "Enter to whom the number or account belongs");
}

export const newPartner = z.object({ ...profile, email, percent, ...payoutDetails }).superRefine(complete);

export const partnerChange = z
  .object({
    ...profile,
    percent,
    /** A day; empty for now. */
    effectiveOn: z
      .union([z.literal(""), z.iso.date({ error: "Choose a day" })])
      .default("")
      .transform((day) => day || undefined),
    ...payoutDetails,
    reason,
  })
  .superRefine(complete);

export const statusChange = z.object({ status: z.enum(["active", "suspended"]), reason });
export const reasonForm = z.object({ reason });

export const linkCode = z
  .string({ error: "Enter the code" })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,12}$/, "A partner’s code has 8 letters and digits");

const page = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);
const search = z.string().trim().max(100).catch("").default("");
export const partnerQuery = z.object({
  search,
  status: z
    .enum(["all", ...partnerStatuses])
    .catch("all")
    .default("all"),
  page,
});
export const transactionQuery = z.object({
  search,
  status: z
    .enum(["all", ...settlementStatuses])
    .catch("all")
    .default("all"),
  service: z
    .enum(["all", ...services])
    .catch("all")
    .default("all"),
  page,
});
export const settlementQuery = z.object({
  search,
  status: z
    .enum(["all", ...settlementStatuses])
    .catch("all")
    .default("all"),
  page,
});

export const payoutOutcome = z
  .object({
    outcome: z.enum(["paid", "not_paid"], { error: "Say whether it was paid" }),
    receipt: z
      .string()
      .trim()
      .max(40, "Keep it within 40 characters")
      .regex(printable, "It has characters that cannot be shown")
      .default(""),
    reason,
  })
  .superRefine(({ outcome, receipt }, check) => {
    if (outcome === "paid" && receipt.length < 4)
      check.addIssue({
        code: "custom",
        path: ["receipt"],
        message: "Enter the receipt or the bank’s reference",
      });
  });
