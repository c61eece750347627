import { z } from "zod";
import { activityStatusFilters, activityTypeFilters } from "#app/domain/record/words.ts";
import { m } from "#messages";

/** The date ranges of the screen, in days. */
export const activityRanges = { "24hours": 1, "7days": 7, "30days": 30, "90days": 90 } as const;
export const activityRange = z.enum(["24hours", "7days", "30days", "90days"]).catch("7days");

/** A moment, or a day alone, which is one of Kenya's and means the `timeOfDay` in it. */
const timeOr = (timeOfDay: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date().transform((day) => `${day}T${timeOfDay}+03:00`)], {
      error: m.checks_activity_time_invalid,
    })
    .transform((text) => new Date(text))
    // PostgreSQL has no year 0.
    .refine((at) => at.getTime() >= 0, { error: m.checks_activity_time_too_early })
    .optional();

/** The query of `GET /activity-logs` and its export. */
export const activityQuery = z.object({
  type: z.enum(activityTypeFilters, { error: m.checks_activity_type_invalid }).default("all"),
  status: z.enum(activityStatusFilters, { error: m.checks_activity_status_invalid }).default("all"),
  startDate: timeOr("00:00:00.000"),
  endDate: timeOr("23:59:59.999"),
});

/** `cursor` is the `nextCursor` of the page before: microseconds and the id of an entry. */
export const activityPageQuery = activityQuery.extend({
  grouped: z.stringbool({ error: m.checks_activity_boolean_invalid }).default(false),
  cursor: z
    .string()
    .regex(/^\d{1,16}\.(?:log|evt)_\w{1,60}$/, { error: m.checks_activity_cursor_invalid })
    .optional(),
});
