// One file, because the page is one view of one response, card by card.

import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { period as periodSchema } from "#app/domain/insights/analytics/schemas.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { deliveredMeaning, deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { CalendarDay } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/analytics";
import { Breakdowns } from "./breakdowns.tsx";
import { CountedAt } from "./countedAt.tsx";
import { changeOf, FileLink, minutesOf, perMessage } from "./figures.tsx";
import { Funnel } from "./funnel.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.insights_analytics_advanced_analytics() }];

const measures = lazy({
  sent: m.common_sent,
  delivered: m.common_delivered,
  read: m.common_read,
});
type Measure = keyof typeof measures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const requested = query.get("measure") ?? "";
  const measure: Measure = requested in measures ? (requested as Measure) : "sent";
  const figures = await context.get(apiContext)("GET /analytics", {
    period: periodSchema.parse(query.get("period")),
  });
  return { ...figures, measure, mayManage: may(context.get(userContext), "whatsapp.viewDetails") };
}

const periods = [
  ["24hours", () => counted(m.counts_hours, 24)],
  ["7days", () => counted(m.counts_days, 7)],
  ["30days", () => counted(m.counts_days, 30)],
  ["90days", () => counted(m.counts_days, 90)],
] as const;

export type Figures = CallOutput<"GET /analytics">;
type Day = Figures["byDay"][number];

const dayColumns: Column<Day>[] = [
  {
    header: m.common_day,
    className: "whitespace-nowrap",
    cell: ({ day }) => <CalendarDay value={day} />,
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

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { mayManage, period, measure, byHour, byDay, begun, countedAt } = loaderData;
  const isEmpty = byDay.length === 0 && begun.tried === 0;
  return (
    <>
      <PageHeader
        title={m.insights_analytics_advanced_analytics()}
        actions={
          mayManage && (
            <ButtonLink variant="secondary" to={href("/analytics/health")}>
              {m.common_health()}
            </ButtonLink>
          )
        }
        description={
          <>
            {m.insights_analytics_lead()} {countedAt && <CountedAt at={countedAt} />}
          </>
        }
      />
      <Tabs
        label={m.common_period()}
        items={periods.map(([value, label]) => ({
          to: `${href("/analytics")}?period=${value}&measure=${measure}`,
          label: label(),
          current: value === period,
        }))}
      />
      <div className="grid gap-6">
        <Metrics figures={loaderData} />
        {isEmpty ? (
          <EmptyState
            art="analytics"
            title={m.insights_analytics_nothing_in_period()}
            action={<ButtonLink to={href("/messaging")}>{m.insights_open_message_center()}</ButtonLink>}
          >
            {m.insights_analytics_empty()}
          </EmptyState>
        ) : (
          <>
            <Card
              title={m.insights_analytics_messages_by_hour()}
              actions={<FileLink period={period} table="hours" />}
            >
              <Tabs
                label={m.insights_analytics_measure_label()}
                items={Object.entries(measures).map(([value, label]) => ({
                  to: `${href("/analytics")}?period=${period}&measure=${value}`,
                  label,
                  current: value === measure,
                }))}
              />
              <BarChart
                label={m.insights_analytics_by_hour_label({ measures: measures[measure] })}
                bars={Array.from({ length: 24 }, (_, hour) => ({
                  name: String(hour).padStart(2, "0"),
                  value: byHour.find((row) => row.hour === hour)?.[measure] ?? 0,
                }))}
              />
            </Card>
            <div className="grid items-start gap-6 lg:grid-cols-2">
              <Funnel begun={begun} period={period} />
              <TopTemplates figures={loaderData} />
            </div>
            <Breakdowns figures={loaderData} />
            <Card title={m.insights_analytics_by_day()} actions={<FileLink period={period} table="days" />}>
              <DataTable
                caption={m.insights_analytics_by_day()}
                wide
                rows={byDay}
                keyOf={({ day }) => day}
                columns={dayColumns}
              />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** Each figure with its change from the previous period of the same length. */
function Metrics({ figures }: { figures: Figures }) {
  const { totals, before, people, peopleBefore, begun } = figures;
  const rate = deliveredRate(totals);
  const volume = (label: string, key: keyof typeof totals, hint?: string | false, meaning?: string) => (
    <Stat
      label={label}
      value={formatCount(totals[key])}
      hint={[changeOf(totals[key], before[key]), hint].filter(Boolean).join(" · ")}
      {...(meaning ? { meaning } : {})}
    />
  );
  return (
    <>
      <StatGrid>
        {volume(m.common_sent(), "sent")}
        {volume(
          m.common_delivered(),
          "delivered",
          rate && m.insights_analytics_of_attempts({ rate }),
          deliveredMeaning(),
        )}
        {volume(
          m.common_read(),
          "read",
          totals.delivered > 0 &&
            m.insights_analytics_of_delivered({ read: percentOf(totals.read, totals.delivered) }),
        )}
        {volume(m.common_replies(), "replies")}
        {volume(m.common_failed(), "failed")}
      </StatGrid>
      <StatGrid>
        <Stat
          label={m.insights_analytics_unique_contacts()}
          value={people.uniqueContacts === null ? "–" : formatCount(people.uniqueContacts)}
          hint={changeOf(people.uniqueContacts, peopleBefore.uniqueContacts)}
          meaning={m.insights_analytics_people_meaning()}
        />
        <Stat
          label={m.insights_analytics_average_response()}
          value={minutesOf(people.averageSeconds)}
          hint={changeOf(people.averageSeconds, peopleBefore.averageSeconds)}
          meaning={m.insights_analytics_reply_time_meaning()}
        />
        <Stat
          label={m.insights_analytics_median_response()}
          value={minutesOf(people.medianSeconds)}
          hint={changeOf(people.medianSeconds, peopleBefore.medianSeconds)}
          meaning={m.insights_analytics_median_meaning()}
        />
        <Stat
          label={m.insights_analytics_cost_per_delivered()}
          value={perMessage(begun.costCents, begun.delivered)}
          hint={m.insights_analytics_cost_hint({
            cost: perMessage(begun.costCents, begun.read),
            cost2: perMessage(begun.costCents, begun.replied),
          })}
          meaning={m.insights_analytics_cost_meaning()}
        />
      </StatGrid>
    </>
  );
}

function TopTemplates({ figures: { topTemplates, period } }: { figures: Figures }) {
  const table: AnalyticsTable = "templates";
  return (
    <Card
      title={m.insights_analytics_top_templates_title()}
      actions={<FileLink period={period} table={table} />}
    >
      {topTemplates.length === 0 ? (
        <p className="text-muted">{m.insights_analytics_no_templates_text()}</p>
      ) : (
        <ol className="divide-y divide-line">
          {topTemplates.map((template) => (
            <li key={template.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              {template.deleted ? (
                <span className="wrap-anywhere min-w-0">
                  {m.insights_analytics_deleted_text({ templateName: template.name })}
                </span>
              ) : (
                <Link
                  to={href("/templates/:templateId", { templateId: template.id })}
                  className="link wrap-anywhere min-w-0"
                >
                  {template.name}
                </Link>
              )}
              <span>
                {m.insights_analytics_delivered_read_text({
                  delivered: formatCount(template.delivered),
                  read: percentOf(template.read, template.delivered),
                })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
