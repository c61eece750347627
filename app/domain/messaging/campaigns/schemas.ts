import { z } from "zod";
import { paymentParts } from "#app/db/schema/messaging/campaigns.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { fromNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";
import { campaignStatuses, capLimits, followUpGroups, paceLimits, quietZones } from "./words.ts";

export const campaignId = idOf("campaign");
export const campaignName = z
  .string({ error: m.checks_campaign_name_required })
  .trim()
  .min(1, { error: m.checks_campaign_name_required })
  .max(100, tooLong);
export const campaignKind = z.enum(["campaign", "broadcast"]);
export const templateId = idOf(
  "template",
  z
    .string({ error: m.checks_campaign_template_required })
    .min(1, { error: m.checks_campaign_template_required })
    .max(64),
);
export const phoneNumberId = idOf(
  "phoneNumber",
  z
    .string({ error: m.checks_campaign_number_required })
    .min(1, { error: m.checks_campaign_number_required })
    .max(64),
);

export const audienceKind = z.enum(["all", "tag", "conditions", "numbers"], {
  error: () => m.checks_campaign_audience_required(),
});
export const audienceTag = z.string().trim().max(60);
/** Numbers as pasted: one per line, or separated by commas. */
export const maxNumbers = 10_000;
export const tooManyNumbers = (): string =>
  m.checks_campaign_too_many_numbers({ most: formatCount(maxNumbers) });
export const pastedNumbers = z.string().max(40 * maxNumbers, { error: tooManyNumbers });

export const variableText = z
  .string({ error: m.checks_campaign_variable_required })
  .trim()
  .min(1, { error: m.checks_campaign_variable_required })
  .max(500, tooLong);
/** Where a tracked link leads. */
export const linkTarget = z
  .string({ error: m.checks_campaign_link_required })
  .trim()
  .max(500, tooLong)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    error: m.checks_campaign_link_invalid,
  })
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, {
    error: m.checks_campaign_link_has_sign_in,
  });
export const variableSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("contact"), field: z.string().min(1).max(100), fallback: variableText }),
  z.object({ from: z.literal("text"), value: variableText }),
  z.object({ from: z.literal("link"), url: linkTarget }),
  z.object({ from: z.literal("payment"), part: z.enum(paymentParts) }),
]);
/** By variable key of the template. */
export const variableSources = z.record(z.string().max(100), variableSource);

/** The same before it is complete. */
export const typedVariableText = z.string().trim().max(500, tooLong).default("");
/**
 * A variable in a form: `source` is `text`, `link` or `contact:<field>`; `text` is the fixed text, the link's target, or
 * the fallback.
 */
export const variableRow = z.object({
  key: z.string().max(100),
  source: z.string().max(120),
  /** A part of a payment needs none. */
  text: typedVariableText,
});
export type VariableRow = z.output<typeof variableRow>;

const paymentPart = z.enum(paymentParts).catch("amount");

/** The sources that rows of a form mean. */
export const sourcesOf = (rows: readonly VariableRow[]): Record<string, z.output<typeof variableSource>> =>
  Object.fromEntries(
    rows.map(({ key, source, text }) => [
      key,
      source.startsWith("payment:")
        ? { from: "payment", part: paymentPart.parse(source.slice("payment:".length)) }
        : source.startsWith("contact:")
          ? ({ from: "contact", field: source.slice("contact:".length), fallback: text } as const)
          : source === "link"
            ? ({ from: "link", url: text } as const)
            : ({ from: "text", value: text } as const),
    ]),
  );

export const campaignStatus = z.enum(campaignStatuses);

export const messageStateFilter = z.enum([
  "queued",
  "unknown",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
]);

export const followUpGroup = z.enum(followUpGroups, { error: m.checks_campaign_follow_up_required });
export const beyondLimit = z.enum(["send", "wait"], {
  error: () => m.checks_campaign_beyond_limit_required(),
});

/** How fast it is sent; null: as fast as WhatsApp takes it. */
export const pace = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("over"), hours: z.number().int().min(1).max(paceLimits.hours) }),
    z.object({ kind: z.literal("per_minute"), messages: z.number().int().min(1).max(paceLimits.perMinute) }),
  ])
  .nullable();

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.checks_quiet_hours_time_invalid });
export const quietHours = z
  .object({
    from: clock,
    to: clock,
    zone: z.enum(quietZones, { error: m.checks_quiet_hours_zone_required }),
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: () => m.checks_quiet_hours_same_times(),
  });

const upTo = (most: number) => {
  const error = () => m.checks_campaign_cap_out_of_range({ least: 1, most });
  return z.coerce.number<unknown>({ error }).int({ error }).min(1, { error }).max(most, { error });
};

/** At most so many marketing messages to one contact in so many days. */
export const frequencyCap = z.object({
  messages: upTo(capLimits.messages),
  days: upTo(capLimits.days),
});

export const testNumberName = z.string().trim().max(60, tooLong).default("");
export const testPhone = z
  .string({ error: m.checks_campaign_test_phone_required })
  .min(1, { error: m.checks_campaign_test_phone_required })
  .max(40);
/** In E.164, as the list of test numbers shows them. */
export const testPhones = z.union([
  z.literal("own"),
  z.array(z.string().max(40)).min(1, { error: m.checks_campaign_test_choice_required }).max(11),
]);

const noTime = m.checks_campaign_time_required;

/** What the field of a day and time in Kenya sends, as the moment in ISO 8601. */
export const timeOfSending = z.string({ error: noTime }).transform((text, check) => {
  const moment = fromNairobiInput(text);
  if (moment) return moment.toISOString();
  check.addIssue({ code: "custom", message: noTime() });
  return z.NEVER;
});
