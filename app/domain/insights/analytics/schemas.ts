import { z } from "zod";
import { type Period, periodDays } from "#app/platform/time/periods.ts";
import { m } from "#messages";
import { daysBetween, maxRangeDays } from "./fieldRules.ts";

/** A period that does not exist is the week. */
export const period = z.enum(Object.keys(periodDays) as [Period, ...Period[]]).catch("7days");

const rangeDay = z.iso.date({ error: () => m.checks_analytics_day_invalid({ example: "2026-11-30" }) });

/** A period, or an own range of days by the organisation's clocks, both included, which counts more. */
export const analyticsRange = z
  .object({
    period: period.optional().transform((given) => given ?? "7days"),
    from: rangeDay.or(z.literal("")).default(""),
    to: rangeDay.or(z.literal("")).default(""),
  })
  .superRefine(({ from, to }, check) => {
    const refuse = (path: "from" | "to", message: string) =>
      check.addIssue({ code: "custom", path: [path], message });
    if ((from === "") !== (to === ""))
      return refuse(from === "" ? "from" : "to", m.checks_analytics_both_days());
    if (from === "") return;
    if (from > to) return refuse("to", m.checks_analytics_end_before_start());
    if (daysBetween({ from, to }) > maxRangeDays)
      refuse("to", m.checks_analytics_range_too_long({ most: maxRangeDays }));
  });

export type AnalyticsRange = z.output<typeof analyticsRange>;

/** Replaces a missing error code. */
export const noCode = -100;

/** The tables of the analytics that can be taken along as a file. */
export const analyticsTables = [
  "days",
  "hours",
  "templates",
  "campaigns",
  "failures",
  "numbers",
  "members",
  "funnel",
] as const;
export type AnalyticsTable = (typeof analyticsTables)[number];
export const analyticsTable = z.enum(analyticsTables).catch("days");
