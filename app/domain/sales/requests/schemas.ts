import { z } from "zod";
import { requestSources, requestStates } from "#app/db/schema/sales/payments.ts";
import { wholeKes } from "#app/domain/sales/wholeKes.ts";
import { atMost } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";
import { requestLimits, requestPeriods, requestWays } from "./words.ts";

export const paymentRequestId = idOf("paymentRequest");
export const tillId = idOf("till", z.string().max(64));

export const reason = z
  .string({ error: m.checks_request_reason_required })
  .transform((text) => text.replaceAll(/\s+/g, " ").trim())
  .pipe(
    z
      .string()
      .min(1, { error: m.checks_request_reason_required })
      .max(requestLimits.reason, atMost(m.checks_text_too_long)),
  );

export const way = z.enum(requestWays, { error: m.checks_request_way_required });

/** The form that asks for money. Without a till the oldest one is used. */
export const requestForm = z.object({
  amount: wholeKes({ most: requestLimits.amountKes }),
  reason,
  way,
  tillId: tillId.default(""),
});

/** The last id of the page before. */
const position = z
  .string()
  .regex(/^pmr_\w{1,60}$/)
  .optional()
  .catch(undefined);

/** The field of each recipient that says how much; empty: the campaign asks for no money. */
export const campaignPaymentForm = z.object({
  field: z.string().trim().max(100).default(""),
  reason: z.string().trim().max(requestLimits.reason, atMost(m.checks_text_too_long)).default(""),
  tillId: tillId.default(""),
});

const templateId = idOf("template", z.string().max(64)).default("");

/** Without its tick the words are not answered. */
export const paymentSettingsForm = z.object({
  answersWords: z
    .union([z.literal("on"), z.boolean()])
    .optional()
    .transform((ticked) => ticked === "on" || ticked === true),
  askTemplateId: templateId,
});

const orAll = <T extends z.ZodType>(schema: T) => z.union([z.literal(""), schema]).catch("" as never);

/** Unknown values of an address filter nothing. */
export const requestFilters = z.object({
  state: orAll(z.enum(requestStates)).default(""),
  source: orAll(z.enum(requestSources)).default(""),
  till: z.string().max(64).default(""),
  period: z.enum(requestPeriods).catch("30days").default("30days"),
  cursor: position,
});
export type RequestFilters = z.output<typeof requestFilters>;
