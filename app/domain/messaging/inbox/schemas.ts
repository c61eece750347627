import { z } from "zod";
import type { WorkingWeek } from "#app/db/schema/inbox.ts";
import { replyText } from "#app/domain/messaging/conversations/schemas.ts";
import { maxReplyLength } from "#app/domain/messaging/conversations/words.ts";
import { weekdays } from "./words.ts";

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Give a time as 08:00.")
  .or(z.literal(""));

const day = z
  .object({ from: clock.default(""), to: clock.default("") })
  .refine(({ from, to }) => (from === "") === (to === ""), "Give both times, or leave both empty.")
  .refine(({ from, to }) => from === "" || from < to, "The end of a day comes after its beginning.")
  .transform((hours) => (hours.from === "" ? null : hours));

/** Monday to Sunday. */
export const workingWeek = z
  .array(day)
  .length(weekdays.length, "Give the hours of all seven days.")
  .refine((days) => days.some((hours) => hours !== null), "Give the hours of at least one day.")
  .transform((days) => days as WorkingWeek);

/** Minutes of working time, up to a month of them; empty: none. */
const clockMinutes = z
  .union(
    [z.literal("").transform(() => null), z.null(), z.coerce.number<unknown>().int().min(1).max(43_200)],
    {
      error: "Give minutes from 1 to 43,200, or leave it empty.",
    },
  )
  .default(null);

export const inboxSettingsForm = z.object({
  awayMessage: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text.length <= maxReplyLength, "WhatsApp takes at most 4,096 characters.")
    .default(""),
  firstReplyMinutes: clockMinutes,
  nextReplyMinutes: clockMinutes,
  alarmMinutes: clockMinutes,
});

export const capacity = z.coerce
  .number({ error: "Give a number from 1 to 500." })
  .int("Give a whole number.")
  .min(1, "Give a number from 1 to 500.")
  .max(500, "Give a number from 1 to 500.");

export const cannedReplyForm = z.object({
  title: z
    .string({ error: "Give it a name." })
    .trim()
    .min(1, "Give it a name.")
    .max(60, "Write at most 60 characters."),
  body: replyText,
  sharing: z.enum(["team", "personal"], "Choose who has it."),
});

export const cannedReplyId = z.string({ error: "Choose a reply." }).min(1, "Choose a reply.").max(64);
