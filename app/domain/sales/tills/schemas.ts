import { z } from "zod";
import { tillKinds } from "#app/db/schema/sales/tills.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";
import { m } from "#messages";

export const tillId = idOf("till");

const shortcode = /^\d{5,7}$/;
const number = z
  .string({ error: m.checks_paybill_invalid })
  .trim()
  .regex(shortcode, { error: m.checks_paybill_invalid });
const name = z
  .string({ error: m.checks_till_name_required })
  .trim()
  .min(1, { error: m.checks_till_name_required })
  .max(60, tooLong);
const key = (label: () => string) => {
  const required = { error: () => m.checks_till_key_required({ key: label() }) };
  return z.string(required).trim().min(1, required).max(200, tooLong);
};
const optional = z.string().trim().max(200, tooLong).default("");

/** A phone as typed, in E.164; empty: none. */
const phoneOrNone = z
  .string()
  .trim()
  .max(40, tooLong)
  .default("")
  .transform((typed, context) => {
    if (typed === "") return "";
    const read = normalisePhone(typed);
    if (read.ok) return read.phone;
    context.addIssue({ code: "custom", message: read.reason });
    return z.NEVER;
  });

/** The keys from the Daraja portal; those of an operator are optional, both or none. */
const keys = z.object({
  consumerKey: key(m.tills_consumer_key),
  consumerSecret: key(m.tills_consumer_secret),
  passkey: key(m.tills_passkey),
  operator: optional,
  operatorPassword: optional,
});

const isWholeOperator = ({ operator, operatorPassword }: { operator: string; operatorPassword: string }) =>
  (operator === "") === (operatorPassword === "");
const needsBoth = { error: m.checks_till_operator_both, path: ["operatorPassword"] };

export const newKeys = keys.refine(isWholeOperator, needsBoth);

/** Buy Goods needs the store or head-office number as well: the till number alone can't be prompted. */
export const newTill = keys
  .extend({
    name,
    kind: z.enum(tillKinds, { error: m.checks_till_kind_required }).default("paybill"),
    number,
    storeNumber: z.string().trim().max(20, tooLong).default(""),
    nominatedPhone: phoneOrNone,
  })
  .refine(isWholeOperator, needsBoth)
  .refine(({ kind, storeNumber }) => kind === "paybill" || shortcode.test(storeNumber), {
    error: m.checks_till_store_required,
    path: ["storeNumber"],
  })
  .refine(({ kind, number: till, storeNumber }) => kind === "paybill" || till !== storeNumber, {
    error: m.checks_till_store_is_till,
    path: ["storeNumber"],
  });

const checkbox = z
  .union([z.boolean(), z.enum(["on", "off", "true", "false"])])
  .default(false)
  .transform((value) => value === true || value === "on" || value === "true");

export const tillSettings = z.object({
  name,
  nominatedPhone: phoneOrNone,
  sendsReceipts: checkbox,
  asksCustomers: checkbox,
  receiptTemplateId: idOf("template", z.string().max(64)).default(""),
});
export type TillSettings = z.output<typeof tillSettings>;

/** The member's own phone, for a prompt of KES 1. */
export const testPrompt = z.object({
  phone: phoneOrNone.refine((phone) => phone !== "", { error: m.checks_till_phone_required }),
});
