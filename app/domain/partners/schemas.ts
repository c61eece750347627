import { z } from "zod";
import { email } from "#app/domain/accounts/schemas.ts";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import { keepWithin } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { partnerCategories, partnerStatuses, services, settlementStatuses } from "./words.ts";

const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const line = (missing: () => string, max: number) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(max, { error: () => m.checks_keep_it_within_characters({ max }) })
    .regex(printable, { error: m.checks_it_has_characters_that_cannot_be });
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => m.checks_keep_it_within_characters({ max }) })
    .regex(printable, { error: m.checks_it_has_characters_that_cannot_be })
    .default("");

export const partnerId = z.string().max(64);
export const settlementId = idOf("settlement", z.string().max(64));
export const payoutId = z.string().max(64);

export const reason = z
  .string({ error: m.checks_say_why_in_at_least_5_4 })
  .trim()
  .min(5, { error: m.checks_say_why_in_at_least_5_4 })
  .max(500, { error: m.checks_keep_the_reason_within_500_characters });

const profile = {
  name: line(m.checks_enter_the_name_of_the_business, 100),
  category: z.enum(partnerCategories, { error: m.checks_choose_a_category }),
  contactName: line(m.checks_enter_the_person, 100),
};

/** What an organisation says that wants to be a partner. */
export const application = z.object({
  ...profile,
  email,
  about: line(m.checks_enter_whom_you_would_bring, 1000),
});

const phoneOrNone = z
  .string()
  .trim()
  .default("")
  .transform((text) => text || undefined)
  .pipe(payerPhone.optional());

const payoutDetails = {
  payoutMethod: z.enum(["mpesa", "bank"], { error: m.checks_choose_how_it_is_paid }),
  payoutName: optionalLine(100),
  payoutPhone: phoneOrNone,
  bankName: optionalLine(100),
  bankAccount: optionalLine(34),
};

const percent = z.coerce
  .number({ error: m.checks_choose_a_share })
  .int({ error: m.checks_choose_a_share })
  .min(1, { error: m.checks_choose_a_share })
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
    need("payoutPhone", m.checks_enter_the_m_pesa_number());
  if (details.payoutMethod === "bank" && !details.bankName) need("bankName", m.checks_enter_the_bank());
  if (details.payoutMethod === "bank" && !details.bankAccount)
    need("bankAccount", m.checks_enter_the_account_number());
  if (!details.payoutName) need("payoutName", m.checks_enter_to_whom_the_number_or());
}

export const newPartner = z.object({ ...profile, email, percent, ...payoutDetails }).superRefine(complete);

export const partnerChange = z
  .object({
    ...profile,
    percent,
    /** A day; empty for now. */
    effectiveOn: z
      .union([z.literal(""), z.iso.date({ error: m.checks_choose_a_day })])
      .default("")
      .transform((day) => day || undefined),
    ...payoutDetails,
    reason,
  })
  .superRefine(complete);

export const statusChange = z.object({ status: z.enum(["active", "suspended"]), reason });
export const reasonForm = z.object({ reason });

export const linkCode = z
  .string({ error: m.checks_enter_the_code })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{6,12}$/, { error: m.checks_a_partners_code_has_8_letters });

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
    outcome: z.enum(["paid", "not_paid"], { error: m.checks_say_whether_it_was_paid }),
    receipt: z
      .string()
      .trim()
      .max(40, keepWithin(40))
      .regex(printable, { error: m.checks_it_has_characters_that_cannot_be })
      .default(""),
    reason,
  })
  .superRefine(({ outcome, receipt }, check) => {
    if (outcome === "paid" && receipt.length < 4)
      check.addIssue({
        code: "custom",
        path: ["receipt"],
        message: m.checks_enter_the_receipt_or_the_banks(),
      });
  });
