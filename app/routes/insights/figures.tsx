import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { daysBetween } from "#app/domain/insights/analytics/fieldRules.ts";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { periodDays } from "#app/platform/time/periods.ts";
import { m } from "#messages";

/** What is shown: a period, or an own range. */
export type Shown = Pick<CallOutput<"GET /analytics">, "period" | "range">;

/** The query of the shown period, for links. */
export const queryOf = ({ period, range }: Shown): string =>
  String(new URLSearchParams(range ?? { period: period ?? "" }));

function lengthOf({ period, range }: Shown): string {
  if (period === "24hours") return counted(m.counts_hours, 24);
  return counted(m.counts_days, range ? daysBetween(range) : periodDays[period ?? "7days"]);
}

/** Whether a rise is good news. */
type Rise = "good" | "bad";

/**
 * `+12% vs previous 7 days`, with its colour and its word for better or worse; nothing when there is none to compare with.
 */
export function Change({
  now,
  before,
  rise,
  shown,
}: {
  now: number | null;
  before: number | null;
  rise: Rise;
  shown: Shown;
}) {
  if (now === null || before === null || (before === 0 && now === 0)) return null;
  if (before === 0) return m.insights_figures_no_previous_data();
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  const text = m.insights_figures_vs_previous({ sign, percent: Math.abs(percent), length: lengthOf(shown) });
  if (percent === 0) return text;
  const isBetter = percent > 0 === (rise === "good");
  return (
    <span className={isBetter ? "text-good" : "text-bad"}>
      {text} ({isBetter ? m.insights_figures_better() : m.insights_figures_worse()})
    </span>
  );
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
export function FileLink({ shown, table }: { shown: Shown; table: AnalyticsTable }) {
  return (
    <a className="link" href={`${href("/analytics/file.csv")}?${queryOf(shown)}&table=${table}`} download>
      {m.insights_figures_csv_link()}
      <span className="sr-only"> {names[table]()}</span>
    </a>
  );
}
