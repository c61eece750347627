import { z } from "zod";
import { type Period, periodDays } from "#app/platform/time/periods.ts";

/** A period that does not exist is the week. */
export const period = z.enum(Object.keys(periodDays) as [Period, ...Period[]]).catch("7days");

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
