import { m } from "#messages";
import type { getAnalytics } from "./queries.server.ts";
import type { AnalyticsTable } from "./schemas.ts";

type Analytics = Awaited<ReturnType<typeof getAnalytics>>;
type Cell = string | number | null;
interface File {
  header: string[];
  rows: Cell[][];
}

const outcome = () => [
  m.files_analytics_export_tried(),
  m.files_analytics_export_sent(),
  m.files_delivered(),
  m.files_analytics_export_read(),
  m.files_analytics_export_replied(),
  m.files_analytics_export_failed(),
  m.files_analytics_export_cost_kes(),
];
const outcomeOf = (row: Analytics["begun"]): Cell[] => [
  row.tried,
  row.sent,
  row.delivered,
  row.read,
  row.replied,
  row.failed,
  (row.costCents / 100).toFixed(2),
];
const minutes = (seconds: number | null): Cell => (seconds === null ? null : Math.round(seconds / 6) / 10);
const replyTimes = () => [
  m.files_analytics_reply_times(),
  m.files_average_response_minutes(),
  m.files_median_response_minutes(),
];
const timesOf = (row: Analytics["people"]): Cell[] => [
  row.answers,
  minutes(row.averageSeconds),
  minutes(row.medianSeconds),
];
const volume = () => [
  m.files_analytics_export_sent(),
  m.files_delivered(),
  m.files_analytics_export_read(),
  m.files_analytics_export_replies(),
  m.files_analytics_export_failed(),
];
const volumeOf = (row: Analytics["totals"]): Cell[] => [
  row.sent,
  row.delivered,
  row.read,
  row.replies,
  row.failed,
];

/** One table of the analytics as the rows of a file. */
export const analyticsFiles: Record<AnalyticsTable, (figures: Analytics) => File> = {
  days: ({ byDay }) => ({
    header: [m.files_day_column(), ...volume(), m.files_analytics_export_unique_contacts(), ...replyTimes()],
    rows: byDay.map((row) => [row.day, ...volumeOf(row), row.uniqueContacts, ...timesOf(row)]),
  }),
  hours: ({ byHour }) => ({
    header: [m.files_analytics_export_hour(), ...volume()],
    rows: byHour.map((row) => [row.hour, ...volumeOf(row)]),
  }),
  templates: ({ topTemplates }) => ({
    header: [m.files_analytics_export_template(), m.files_analytics_export_language(), ...outcome()],
    rows: topTemplates.map((row) => [row.name, row.language, ...outcomeOf(row)]),
  }),
  campaigns: ({ topCampaigns }) => ({
    header: [m.files_analytics_export_campaign(), ...outcome()],
    rows: topCampaigns.map((row) => [row.name, ...outcomeOf(row)]),
  }),
  failures: ({ failures }) => ({
    header: [
      m.files_analytics_export_code(),
      m.files_reason_column(),
      m.files_analytics_export_advice(),
      m.files_analytics_export_messages(),
    ],
    rows: failures.map((row) => [row.code, row.text, row.advice, row.count]),
  }),
  numbers: ({ byNumber }) => ({
    header: [m.files_number_column(), ...outcome()],
    rows: byNumber.map((row) => [row.number || row.phoneNumberId, ...outcomeOf(row)]),
  }),
  members: ({ byMember }) => ({
    header: [m.files_analytics_export_member(), ...outcome(), ...replyTimes()],
    rows: byMember.map((row) => [row.name, ...outcomeOf(row), ...timesOf(row)]),
  }),
  funnel: ({ begun }) => ({ header: outcome(), rows: [outcomeOf(begun)] }),
};
