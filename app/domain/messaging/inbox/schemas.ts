import { z } from "zod";
import type { WorkingWeek } from "#app/db/schema/messaging/workingWeek.ts";
import { labels, ownerId } from "#app/domain/messaging/conversations/schemas.ts";
import { macroEnds } from "#app/domain/messaging/inbox/cannedReplies/words.ts";
import {
  defaultPauseDays,
  maxCloseAfterDays,
  maxPauseDays,
} from "#app/domain/messaging/inboxSettings/words.ts";
import { choiceLimits } from "#app/domain/messaging/messages/choices/fieldRules.ts";
import { maxReplyLength } from "#app/domain/messaging/messages/fieldRules.ts";
import { typedText } from "#app/domain/messaging/messages/schemas.ts";
import { optionalTeamId } from "#app/domain/messaging/teams/schemas.ts";
import { tooLong } from "#app/platform/forms/checks.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { m } from "#messages";

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: m.checks_hours_time_invalid })
  .or(z.literal(""));

const day = z
  .object({ from: clock.default(""), to: clock.default("") })
  .refine(({ from, to }) => (from === "") === (to === ""), { error: m.checks_hours_both_times })
  .refine(({ from, to }) => from === "" || from < to, { error: m.checks_hours_end_before_start })
  .transform((hours) => (hours.from === "" ? null : hours));

/** Monday to Sunday. */
export const workingWeek = z
  .array(day)
  .length(7, { error: m.checks_hours_all_days })
  .refine((days) => days.some((hours) => hours !== null), { error: m.checks_hours_one_day })
  .transform((days) => days as WorkingWeek);

const mostMinutes = 30 * 24 * 60;

/** Minutes of working time, up to a month of them; empty: none. */
const clockMinutes = z
  .union(
    [z.literal("").transform(() => null), z.null(), z.coerce.number<unknown>().int().min(1).max(mostMinutes)],
    {
      error: () => m.checks_inbox_minutes_out_of_range({ least: 1, most: formatCount(mostMinutes) }),
    },
  )
  .default(null);

const notTheseDays = {
  error: () => m.checks_inbox_close_days_out_of_range({ least: 1, most: maxCloseAfterDays }),
};
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

const notThisPause = {
  error: () => m.checks_inbox_pause_days_out_of_range({ least: 1, most: maxPauseDays }),
};

export const inboxSettingsForm = z.object({
  awayMessage: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length <= maxReplyLength, {
      error: () => m.checks_inbox_away_message_too_long({ most: formatCount(maxReplyLength) }),
    })
    .default(""),
  firstReplyMinutes: clockMinutes,
  nextReplyMinutes: clockMinutes,
  alarmMinutes: clockMinutes,
  closeAfterDays,
  satisfactionQuestion: typedText
    .refine((text) => text.length <= choiceLimits.question, {
      error: ({ input }) =>
        m.checks_message_too_long({
          count: formatCount(String(input).length),
          maxReplyLength: formatCount(choiceLimits.question),
        }),
    })
    .default(""),
  /** Empty: nothing is sent outside the customer service window. */
  satisfactionTemplateId: idOf("template", z.string().max(64))
    .nullable()
    .default(null)
    .transform((id) => id || null),
  satisfactionPauseDays: z.coerce
    .number<unknown>(notThisPause)
    .int(notThisPause)
    .min(1, notThisPause)
    .max(maxPauseDays, notThisPause)
    .default(defaultPauseDays),
});

const capacities = { least: 1, most: 500 };
const outOfRange = () => m.checks_inbox_capacity_out_of_range(capacities);

export const capacity = z.coerce
  .number({ error: outOfRange })
  .int({ error: m.checks_inbox_capacity_whole })
  .min(capacities.least, { error: outOfRange })
  .max(capacities.most, { error: outOfRange });

/** A member's availability. */
export const memberDuty = z.object({
  memberId: idOf("member", z.string().max(64)),
  onDuty: z.boolean(),
  capacity,
});

export const cannedReplyFields = {
  title: z
    .string({ error: m.checks_canned_reply_name_required })
    .trim()
    .min(1, { error: m.checks_canned_reply_name_required })
    .max(60, tooLong),
  body: typedText
    .refine((text) => text.length <= maxReplyLength, {
      error: ({ input }) =>
        m.checks_message_too_long({
          count: formatCount(String(input).length),
          maxReplyLength: formatCount(maxReplyLength),
        }),
    })
    .default(""),
  sharing: z.enum(["team", "personal"], { error: m.checks_canned_reply_sharing_required }),
  labels,
  assignsToRunner: z.boolean().default(false),
  memberId: ownerId,
  teamId: optionalTeamId,
  end: z.enum(["", ...macroEnds]).default(""),
};

/** A canned reply has a text; a macro has actions, and a text or none. */
export const cannedReplyForm = z
  .object(cannedReplyFields)
  .refine(
    ({ body, labels, assignsToRunner, memberId, teamId, end }) =>
      labels.length > 0 || assignsToRunner || [body, memberId, teamId, end].some((text) => text !== ""),
    { path: ["body"], error: m.checks_canned_reply_text_or_action },
  );

export const cannedReplyId = idOf(
  "cannedReply",
  z
    .string({ error: m.checks_canned_reply_required })
    .min(1, { error: m.checks_canned_reply_required })
    .max(64),
);
