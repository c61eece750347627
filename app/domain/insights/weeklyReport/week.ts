import { type SQL, sql } from "drizzle-orm";
import { weeklyReportHour } from "./fieldRules.ts";

/** SQL: the Monday of the last report that is due at `now`, by the clocks of `timezone`. */
export const dueWeek = (now: Date, timezone: SQL) =>
  sql`date_trunc('week', ${now.toISOString()}::timestamptz at time zone ${timezone}
    - make_interval(hours => ${weeklyReportHour}::int))::date`;

const dayMs = 86_400_000;
const plus = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The week that a Monday's report is about: the one before it. */
export const reportedDays = (monday: string) => ({ from: plus(monday, -7), to: plus(monday, -1) });
