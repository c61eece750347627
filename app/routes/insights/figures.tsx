import { href } from "react-router";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { formatKes } from "#app/platform/money.ts";
import type { Period } from "#app/platform/periods.ts";
import { m } from "#messages";

/** `+12%` against the period before; nothing where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return "";
  if (before === 0) return now === 0 ? "" : m.insights_none_in_the_period_before();
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return m.insights_to_the_period_before({ sign, percent: Math.abs(percent) });
}

/** `45 s`, `4 min`, `3 h 10 min`. */
export function minutesOf(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return m.insights_min({ minutes });
  return minutes % 60 === 0
    ? `${minutes / 60} h`
    : m.insights_h_min({ minutes: Math.floor(minutes / 60), minutes2: minutes % 60 });
}

export const perMessage = (cents: number, messages: number) =>
  messages > 0 ? formatKes(Math.round(cents / messages)) : "–";

const names: Record<AnalyticsTable, string> = {
  get days() {
    return m.insights_by_day_2();
  },
  get hours() {
    return m.insights_by_hour();
  },
  templates: "templates",
  campaigns: "campaigns",
  failures: "failures",
  get numbers() {
    return m.insights_by_number_2();
  },
  get members() {
    return m.insights_by_member_2();
  },
  funnel: "funnel",
};

/** A table as a file. */
export function FileLink({ period, table }: { period: Period; table: AnalyticsTable }) {
  return (
    <a className="link" href={`${href("/analytics/file.csv")}?period=${period}&table=${table}`} download>
      {m.insights_csv()}
      <span className="sr-only"> {m.insights_of({ names: names[table] })}</span>
    </a>
  );
}
