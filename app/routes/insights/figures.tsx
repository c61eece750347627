import { href } from "react-router";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import type { Period } from "#app/platform/time/periods.ts";
import { m } from "#messages";

/** `+12%` against the previous period; nothing when there is none to compare with. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return "";
  if (before === 0) return now === 0 ? "" : m.insights_figures_no_previous_data();
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return m.insights_figures_vs_previous_period({ sign, percent: Math.abs(percent) });
}

/** `45 s`, `4 min`, `3 h 10 min`. */
export function minutesOf(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 60) return m.common_seconds({ n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return m.insights_figures_minutes({ minutes });
  return minutes % 60 === 0
    ? m.common_hours({ n: minutes / 60 })
    : m.insights_figures_hours_minutes({ minutes: Math.floor(minutes / 60), minutes2: minutes % 60 });
}

export const perMessage = (cents: number, messages: number) =>
  messages > 0 ? formatKes(Math.round(cents / messages)) : "–";

const names: Record<AnalyticsTable, () => string> = {
  days: m.insights_file_by_day,
  hours: m.insights_file_by_hour,
  templates: m.insights_file_templates,
  campaigns: m.insights_file_campaigns,
  failures: m.insights_file_failures,
  numbers: m.insights_file_numbers,
  members: m.insights_file_members,
  funnel: m.insights_file_funnel,
};

/** A table as a file. */
export function FileLink({ period, table }: { period: Period; table: AnalyticsTable }) {
  return (
    <a className="link" href={`${href("/analytics/file.csv")}?period=${period}&table=${table}`} download>
      {m.insights_figures_csv_link()}
      <span className="sr-only"> {names[table]()}</span>
    </a>
  );
}
