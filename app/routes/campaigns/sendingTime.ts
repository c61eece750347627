import { z } from "zod";
import { timeOfSending } from "#app/domain/messaging/campaigns/schemas.ts";
import { paceLimits } from "#app/domain/messaging/campaigns/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

const whole = (most: number, error: () => string) =>
  z.coerce.number<unknown>({ error }).int({ error }).min(1, { error }).max(most, { error });
const hours = whole(paceLimits.hours, () =>
  m.campaigns_schedule_hours_invalid({ least: 1, most: paceLimits.hours }),
);
const perMinute = whole(paceLimits.perMinute, () =>
  m.campaigns_schedule_per_minute_invalid({ least: 1, most: formatCount(paceLimits.perMinute) }),
);

/** The fields of time and pace. */
export const timeFields = {
  when: z.enum(["now", "later"], { error: () => m.campaigns_schedule_when_required() }).default("now"),
  scheduledFor: z.string().optional(),
  /** The field's value when the page was rendered. */
  drawn: z.string().optional(),
  pace: z
    .enum(["fast", "over", "per_minute"], { error: () => m.campaigns_schedule_pace_required() })
    .default("fast"),
  hours: z.string().optional(),
  perMinute: z.string().optional(),
};
type TimeFields = z.output<z.ZodObject<typeof timeFields>>;

type Check = Pick<z.RefinementCtx, "addIssue">;

const readPace = ({ pace, ...typed }: TimeFields) =>
  pace === "over"
    ? ({ name: "hours", read: hours.safeParse(typed.hours) } as const)
    : ({ name: "perMinute", read: perMinute.safeParse(typed.perMinute) } as const);

/** Adds the issues of time and pace, read only where they are chosen. */
export function checkTime(typed: TimeFields, check: Check): void {
  const add = (name: string, message: string) => check.addIssue({ code: "custom", path: [name], message });
  const { when, scheduledFor = "", drawn = "", pace } = typed;
  if (when === "now" && scheduledFor !== "" && scheduledFor !== drawn)
    add("when", m.campaigns_schedule_time_without_later());
  if (when === "later")
    for (const { message } of timeOfSending.safeParse(scheduledFor).error?.issues ?? [])
      add("scheduledFor", message);
  if (pace === "fast") return;
  const { name, read } = readPace(typed);
  const [issue] = read.error?.issues ?? [];
  if (issue) add(name, issue.message);
}

/** The checked time and pace, for the API. */
export function timeOf(typed: TimeFields) {
  const { data: value = 1 } = typed.pace === "fast" ? {} : readPace(typed).read;
  return {
    scheduledFor: typed.when === "later" ? timeOfSending.parse(typed.scheduledFor) : null,
    pace:
      typed.pace === "fast"
        ? null
        : typed.pace === "over"
          ? { kind: "over" as const, hours: value }
          : { kind: "per_minute" as const, messages: value },
  };
}
