import { z } from "zod";
import { noMoreThan } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { fromNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { m } from "#messages";
import { campaignStatuses, followUpGroups, paceLimits, quietZones } from "./words.ts";

export { idempotencyKey } from "#app/domain/money/schemas.ts";

export const campaignId = idOf("campaign");
export const campaignName = z
  .string({ error: m.checks_give_the_campaign_a_name })
  .trim()
  .min(1, { error: m.checks_give_the_campaign_a_name })
  .max(100, noMoreThan(100));
export const campaignKind = z.enum(["campaign", "broadcast"]);
export const templateId = idOf(
  "template",
  z.string({ error: m.checks_choose_a_template }).min(1, { error: m.checks_choose_a_template }).max(64),
);
export const phoneNumberId = idOf(
  "phoneNumber",
  z
    .string({ error: m.checks_choose_the_number_to_send_from })
    .min(1, { error: m.checks_choose_the_number_to_send_from })
    .max(64),
);

export const audienceKind = z.enum(["all", "tag", "conditions", "numbers"], {
  error: () => m.checks_choose_who_gets_the_message(),
});
export const audienceTag = z.string().trim().max(60);
/** Numbers as pasted: one per line, or separated by commas. */
export const pastedNumbers = z.string().max(400_000, { error: m.checks_paste_at_most_10_000_numbers });

export const variableText = z
  .string({ error: m.checks_write_the_text_to_use })
  .trim()
  .min(1, { error: m.checks_write_the_text_to_use })
  .max(500, noMoreThan(500));
/** Where a tracked link leads. */
export const linkTarget = z
  .string({ error: m.checks_write_the_address_that_the_link })
  .trim()
  .max(500, noMoreThan(500))
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    error: m.checks_write_a_whole_address_such_as,
  })
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, {
    error: m.checks_leave_the_sign_in_out_of,
  });
export const variableSource = z.discriminatedUnion("from", [
  z.object({ from: z.literal("contact"), field: z.string().min(1).max(100), fallback: variableText }),
  z.object({ from: z.literal("text"), value: variableText }),
  z.object({ from: z.literal("link"), url: linkTarget }),
]);
/** By variable key of the template. */
export const variableSources = z.record(z.string().max(100), variableSource);

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

export const followUpGroup = z.enum(followUpGroups, { error: m.checks_choose_whom_to_follow_up });
export const beyondLimit = z.enum(["send", "wait"], {
  error: () => m.checks_choose_what_happens_beyond_the_limit(),
});

/** How fast it is sent; null: as fast as WhatsApp takes it. */
export const pace = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("over"), hours: z.number().int().min(1).max(paceLimits.hours) }),
    z.object({ kind: z.literal("per_minute"), messages: z.number().int().min(1).max(paceLimits.perMinute) }),
  ])
  .nullable();

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.checks_give_a_time_as_21_00 });
export const quietHours = z
  .object({
    from: clock,
    to: clock,
    zone: z.enum(quietZones, { error: m.checks_choose_a_time_zone }),
  })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    error: () => m.checks_the_end_is_not_the_beginning(),
  });

export const testNumberName = z.string().trim().max(60, noMoreThan(60)).default("");
export const testPhone = z
  .string({ error: m.checks_write_a_phone_number })
  .min(1, { error: m.checks_write_a_phone_number })
  .max(40);
/** In E.164, as the list of test numbers shows them. */
export const testPhones = z.array(z.string().max(40)).min(1, { error: m.checks_choose_a_number }).max(11);

const noTime = m.checks_enter_the_day_and_time_of;

/** What the field of a day and time in Kenya sends, as the moment in ISO 8601. */
export const timeOfSending = z.string({ error: noTime }).transform((text, check) => {
  const moment = fromNairobiInput(text);
  if (moment) return moment.toISOString();
  check.addIssue({ code: "custom", message: noTime() });
  return z.NEVER;
});
