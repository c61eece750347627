import { z } from "zod";
import { email } from "#app/domain/accounts/schemas.ts";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import { atLeast, tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { partnerCategories, partnerStatuses, services, settlementStatuses } from "./words.ts";

const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const line = (missing: () => string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(max, tooLong)
    .regex(printable, { error: m.checks_partner_line_unprintable });
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong)
    .regex(printable, { error: m.checks_partner_line_unprintable })
    .default("");

export const partnerId = z.string().max(64);
export const settlementId = idOf("settlement", z.string().max(64));
export const payoutId = z.string().max(64);

const leastReason = 5;

export const reason = z
  .string({ error: () => m.checks_partner_reason_too_short({ least: leastReason }) })
  .trim()
  .min(leastReason, atLeast(m.checks_partner_reason_too_short))
  .max(500, tooLong);

const profile = {
  name: line(m.checks_organisation_name_required, 100),
  category: z.enum(partnerCategories, { error: m.checks_partner_category_required }),
  contactName: line(m.checks_partner_person_required, 100),
};

/** What an organisation says that wants to be a partner. */
export const application = z.object({
  ...profile,
  email,
  about: line(m.checks_partner_about_required, 1000),
});

const phoneOrNone = z
  .string()
  .trim()
  .default("")
  .transform((text) => text || undefined)
  .pipe(payerPhone.optional());

const payoutDetails = {
  payoutMethod: z.enum(["mpesa", "bank"], { error: m.checks_partner_payout_method_required }),
  payoutName: optionalLine(100),
  payoutPhone: phoneOrNone,
  bankName: optionalLine(100),
  bankAccount: optionalLine(34),
};

const percent = z.coerce
  .number({ error: m.checks_partner_share_required })
  .int({ error: m.checks_partner_share_required })
  .min(1, { error: m.checks_partner_share_required })
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
    need("payoutPhone", m.checks_mpesa_number_required());
  if (details.payoutMethod === "bank" && !details.bankName)
    need("bankName", m.checks_partner_bank_required());
  if (details.payoutMethod === "bank" && !details.bankAccount)
    need("bankAccount", m.checks_partner_account_required());
  if (!details.payoutName) need("payoutName", m.checks_partner_payout_name_required());
}

export const newPartner = z.object({ ...profile, email, percent, ...payoutDetails }).superRefine(complete);

export const partnerChange = z
  .object({
    ...profile,
    percent,
    /** A day; empty for now. */
    effectiveOn: z
      .union([z.literal(""), z.iso.date({ error: m.checks_partner_day_required })])
      .default("")
      .transform((day) => day || undefined),
    ...payoutDetails,
    reason,
  })
  .superRefine(complete);

export const statusChange = z.object({ status: z.enum(["active", "suspended"]), reason });
export const reasonForm = z.object({ reason });

export const linkCode = z
  .string({ error: m.checks_partner_code_required })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,12}$/, { error: m.checks_partner_code_invalid });

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
    outcome: z.enum(["paid", "not_paid"], { error: m.checks_payout_outcome_required }),
    receipt: z
      .string()
      .trim()
      .max(40, tooLong)
      .regex(printable, { error: m.checks_partner_line_unprintable })
      .default(""),
    reason,
  })
  .superRefine(({ outcome, receipt }, check) => {
    if (outcome === "paid" && receipt.length < 4)
      check.addIssue({
        code: "custom",
        path: ["receipt"],
        message: m.checks_payout_receipt_required(),
      });
  });
