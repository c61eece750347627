import { z } from "zod";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { mostSmsCents, mostSmsText, senderNameLength, smsWaits } from "./fieldRules.ts";

/** An organisation's way of sending SMS. An account of its own needs its username and, the first time, its API key. */
export const smsAccountForm = z.object({
  account: z.enum(["platform", "own"]),
  username: z.string().trim().max(60).default(""),
  apiKey: z.string().trim().max(200).default(""),
  senderName: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,11}$/, { error: () => m.checks_sms_sender_name({ most: senderNameLength }) })
    .default(""),
});
export type SmsAccountForm = z.output<typeof smsAccountForm>;

export const templateSmsForm = z.object({
  text: z.string().trim().min(1, { error: m.checks_sms_text_required }).max(mostSmsText, tooLong),
  waitSeconds: z.coerce.number().pipe(z.literal(smsWaits)),
  maxKes: z.coerce
    .number({ error: m.checks_amount_required })
    .positive({ error: m.checks_amount_not_positive })
    .max(mostSmsCents / 100, { error: () => m.checks_amount_too_large({ max: formatKes(mostSmsCents) }) }),
});
