import type { getAnalytics } from "./queries.server.ts";
import type { AnalyticsTable } from "./schemas.ts";

type Analytics = Awaited<ReturnType<typeof getAnalytics>>;
type Cell = string | number | null;
interface File {
  header: string[];
  rows: Cell[][];
}

const outcome = ["Tried", "Sent", "Delivered", "Read", "Replied", "Failed", "Cost (KES)"];
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
const replyTimes = ["Answers", "Average response (minutes)", "Median response (minutes)"];
const timesOf = (row: Analytics["people"]): Cell[] => [
  row.answers,
  minutes(row.averageSeconds),
  minutes(row.medianSeconds),
];
const volume = ["Sent", "Delivered", "Read", "Replies", "Failed"];
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
    header: ["Day", ...volume, "Unique contacts", ...replyTimes],
    rows: byDay.map((row) => [row.day, ...volumeOf(row), row.uniqueContacts, ...timesOf(row)]),
  }),
  hours: ({ byHour }) => ({
    header: ["Hour", ...volume],
    rows: byHour.map((row) => [row.hour, ...volumeOf(row)]),
  }),
  templates: ({ topTemplates }) => ({
    header: ["Template", "Language", ...outcome],
    rows: topTemplates.map((row) => [row.name, row.language, ...outcomeOf(row)]),
  }),
  campaigns: ({ topCampaigns }) => ({
    header: ["Campaign", ...outcome],
    rows: topCampaigns.map((row) => [row.name, ...outcomeOf(row)]),
  }),
  failures: ({ failures }) => ({
    header: ["Code", "Reason", "Advice", "Messages"],
    rows: failures.map((row) => [row.code, row.text, row.advice, row.count]),
  }),
  numbers: ({ byNumber }) => ({
    header: ["Number", ...outcome],
    rows: byNumber.map((row) => [row.number || row.phoneNumberId, ...outcomeOf(row)]),
  }),
  members: ({ byMember }) => ({
    header: ["Member", ...outcome, ...replyTimes],
    rows: byMember.map((row) => [row.name, ...outcomeOf(row), ...timesOf(row)]),
  }),
  funnel: ({ begun }) => ({ header: outcome, rows: [outcomeOf(begun)] }),
};
