import { formatCount } from "#app/platform/numbers/counts.ts";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card } from "#app/ui/page.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { Figures } from "./analytics.tsx";
import { FileLink, minutesOf } from "./figures.tsx";

type Day = Figures["byDay"][number] & { isToday: boolean };

const dayColumns: Column<Day>[] = [
  {
    header: m.common_day,
    className: "whitespace-nowrap",
    cell: ({ day, isToday }) => (isToday ? <b>{m.common_today()}</b> : <CalendarDay value={day} />),
  },
  {
    header: m.common_sent,
    number: true,
    cell: ({ sent }) => formatCount(sent),
  },
  {
    header: m.common_delivered,
    number: true,
    cell: ({ delivered }) => formatCount(delivered),
  },
  {
    header: m.common_read,
    number: true,
    cell: ({ read }) => formatCount(read),
  },
  {
    header: m.common_replies,
    number: true,
    cell: ({ replies }) => formatCount(replies),
  },
  {
    header: m.common_failed,
    number: true,
    cell: ({ failed }) => formatCount(failed),
  },
  {
    header: m.insights_analytics_unique_contacts,
    number: true,
    cell: ({ uniqueContacts }) => (uniqueContacts === null ? "–" : formatCount(uniqueContacts)),
  },
  {
    header: m.insights_analytics_average_response,
    number: true,
    cell: ({ averageSeconds }) => minutesOf(averageSeconds),
  },
];

/** The figures of each day; today is marked. */
export const ByDay = ({ figures }: { figures: Figures }) => (
  <Card title={m.insights_analytics_by_day()} actions={<FileLink shown={figures} table="days" />}>
    <DataTable
      caption={m.insights_analytics_by_day()}
      wide
      rows={figures.byDay.map((row) => ({ ...row, isToday: row.day === figures.today }))}
      keyOf={({ day }) => day}
      columns={dayColumns}
    />
  </Card>
);
