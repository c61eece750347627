import { href } from "react-router";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { formatKes } from "#app/platform/money.ts";
import type { Period } from "#app/platform/periods.ts";

/** `+12%` against the period before; nothing where there is nothing to compare with. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return "";
  if (before === 0) return now === 0 ? "" : "none in the period before";
  const percent = Math.round(((now - before) / before) * 100);
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "±";
  return `${sign}${Math.abs(percent)}% to the period before`;
}

/** `45 s`, `4 min`, `3 h 10 min`. */
export function minutesOf(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const perMessage = (cents: number, messages: number) =>
  messages > 0 ? formatKes(Math.round(cents / messages)) : "–";

const names: Record<AnalyticsTable, string> = {
  days: "by day",
  hours: "by hour",
  templates: "templates",
  campaigns: "campaigns",
  failures: "failures",
  numbers: "by number",
  members: "by member",
  funnel: "funnel",
};

/** A table as a file. */
export function FileLink({ period, table }: { period: Period; table: AnalyticsTable }) {
  return (
    <a className="link" href={`${href("/analytics/file.csv")}?period=${period}&table=${table}`} download>
      CSV<span className="sr-only"> of {names[table]}</span>
    </a>
  );
}
