import { z } from "zod";
import type { WorkingWeek } from "#app/db/schema/messaging/inbox.ts";
import { maxCloseAfterDays } from "#app/domain/messaging/inboxSettings/words.ts";
import { replyText } from "#app/domain/messaging/messages/schemas.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/words.ts";
import { writeAtMost } from "#app/platform/forms/checks.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.checks_give_a_time_as_08_00 })
  .or(z.literal(""));

const day = z
  .object({ from: clock.default(""), to: clock.default("") })
  .refine(({ from, to }) => (from === "") === (to === ""), { error: m.checks_give_both_times_or_leave_both })
  .refine(({ from, to }) => from === "" || from < to, { error: m.checks_the_end_of_a_day_comes })
  .transform((hours) => (hours.from === "" ? null : hours));

/** Monday to Sunday. */
export const workingWeek = z
  .array(day)
  .length(7, { error: m.checks_give_the_hours_of_all_seven })
  .refine((days) => days.some((hours) => hours !== null), { error: m.checks_give_the_hours_of_at_least })
  .transform((days) => days as WorkingWeek);

/** Minutes of working time, up to a month of them; empty: none. */
const clockMinutes = z
  .union(
    [z.literal("").transform(() => null), z.null(), z.coerce.number<unknown>().int().min(1).max(43_200)],
    {
      error: () => m.checks_give_minutes_from_1_to_43(),
    },
  )
  .default(null);

const notTheseDays = { error: () => m.checks_close_after_days({ mostCloseAfterDays: maxCloseAfterDays }) };
/** Days after which answered conversations close; empty: never. */
const closeAfterDays = z
  .preprocess(
    (typed) => (typed === "" ? null : typed),
    z.coerce
      .number<unknown>(notTheseDays)
      .int(notTheseDays)
      .min(1, notTheseDays)
      .max(maxCloseAfterDays, notTheseDays)
      .nullable(),
  )
  .default(null);

export const inboxSettingsForm = z.object({
  awayMessage: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length <= maxReplyLength, { error: m.checks_whatsapp_takes_at_most_4_096 })
    .default(""),
  firstReplyMinutes: clockMinutes,
  nextReplyMinutes: clockMinutes,
  alarmMinutes: clockMinutes,
  closeAfterDays,
});

export const capacity = z.coerce
  .number({ error: m.checks_give_a_number_from_1_to })
  .int({ error: m.checks_give_a_whole_number })
  .min(1, { error: m.checks_give_a_number_from_1_to })
  .max(500, { error: m.checks_give_a_number_from_1_to });

export const cannedReplyForm = z.object({
  title: z
    .string({ error: m.checks_give_it_a_name })
    .trim()
    .min(1, { error: m.checks_give_it_a_name })
    .max(60, writeAtMost(60)),
  body: replyText,
  sharing: z.enum(["team", "personal"], { error: m.checks_choose_who_has_it }),
});

export const cannedReplyId = idOf(
  "cannedReply",
  z.string({ error: m.checks_choose_a_reply }).min(1, { error: m.checks_choose_a_reply }).max(64),
);
