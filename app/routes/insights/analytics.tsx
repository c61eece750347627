// One file, because the page is one view of one response, card by card.

import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { period as periodSchema } from "#app/domain/insights/analytics/schemas.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
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

export const meta: Route.MetaFunction = () => [{ title: m.insights_advanced_analytics() }];

const measures = lazy({
  sent: m.common_sent,
  delivered: m.common_delivered,
  read: m.common_read,
});
type Measure = keyof typeof measures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const asked = query.get("measure") ?? "";
  const measure: Measure = asked in measures ? (asked as Measure) : "sent";
  const figures = await context.get(apiContext)("GET /analytics", {
    period: periodSchema.parse(query.get("period")),
  });
  return { ...figures, measure, mayManage: may(context.get(userContext), "whatsapp.viewDetails") };
}

const periods = [
  ["24hours", m.insights_24_hours],
  ["7days", m.insights_7_days],
  ["30days", m.insights_30_days],
  ["90days", m.insights_90_days],
] as const;

export type Figures = CallOutput<"GET /analytics">;
type Day = Figures["byDay"][number];

const dayColumns: Column<Day>[] = [
  {
    header: m.insights_day,
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
    header: m.insights_replies,
    number: true,
    cell: ({ replies }) => formatCount(replies),
  },
  {
    header: m.common_failed,
    number: true,
    cell: ({ failed }) => formatCount(failed),
  },
  {
    header: m.insights_unique_contacts,
    number: true,
    cell: ({ uniqueContacts }) => (uniqueContacts === null ? "–" : formatCount(uniqueContacts)),
  },
  {
    header: m.insights_average_response,
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
        title={m.insights_advanced_analytics()}
        actions={
          mayManage && (
            <ButtonLink variant="secondary" to={href("/analytics/health")}>
              {m.insights_health()}
            </ButtonLink>
          )
        }
        description={
          <>
            {m.insights_how_your_messages_performed_counted_as()} {countedAt && <CountedAt at={countedAt} />}
          </>
        }
      />
      <Tabs
        label={m.insights_period()}
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
            title={m.insights_nothing_in_this_period()}
            action={<ButtonLink to={href("/messaging")}>{m.insights_open_the_message_center()}</ButtonLink>}
          >
            {m.insights_send_a_campaign_or_choose_a()}
          </EmptyState>
        ) : (
          <>
            <Card
              title={m.insights_volume_by_hour_of_the_day()}
              actions={<FileLink period={period} table="hours" />}
            >
              <Tabs
                label={m.insights_measure()}
                items={Object.entries(measures).map(([value, label]) => ({
                  to: `${href("/analytics")}?period=${period}&measure=${value}`,
                  label,
                  current: value === measure,
                }))}
              />
              <BarChart
                label={m.insights_by_hour_of_the_day({ measures: measures[measure] })}
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
            <Card title={m.insights_by_day()} actions={<FileLink period={period} table="days" />}>
              <DataTable
                caption={m.insights_by_day()}
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
          rate && m.insights_of_all_that_we_tried({ rate }),
          deliveredMeaning(),
        )}
        {volume(
          m.common_read(),
          "read",
          totals.delivered > 0 && m.insights_of_delivered({ read: percentOf(totals.read, totals.delivered) }),
        )}
        {volume(m.insights_replies(), "replies")}
        {volume(m.common_failed(), "failed")}
      </StatGrid>
      <StatGrid>
        <Stat
          label={m.insights_unique_contacts()}
          value={people.uniqueContacts === null ? "–" : formatCount(people.uniqueContacts)}
          hint={changeOf(people.uniqueContacts, peopleBefore.uniqueContacts)}
          meaning={m.insights_people_whom_meta_took_a_message()}
        />
        <Stat
          label={m.insights_average_response()}
          value={minutesOf(people.averageSeconds)}
          hint={changeOf(people.averageSeconds, peopleBefore.averageSeconds)}
          meaning={m.insights_how_long_customers_waited_for_a()}
        />
        <Stat
          label={m.insights_median_response()}
          value={minutesOf(people.medianSeconds)}
          hint={changeOf(people.medianSeconds, peopleBefore.medianSeconds)}
          meaning={m.insights_half_of_the_answers_came_faster()}
        />
        <Stat
          label={m.insights_cost_per_delivered()}
          value={perMessage(begun.costCents, begun.delivered)}
          hint={m.insights_per_read_per_reply({
            cost: perMessage(begun.costCents, begun.read),
            cost2: perMessage(begun.costCents, begun.replied),
          })}
          meaning={m.insights_what_messages_begun_in_this_period()}
        />
      </StatGrid>
    </>
  );
}

function TopTemplates({ figures: { topTemplates, period } }: { figures: Figures }) {
  const table: AnalyticsTable = "templates";
  return (
    <Card title={m.insights_top_templates()} actions={<FileLink period={period} table={table} />}>
      {topTemplates.length === 0 ? (
        <p className="text-muted">{m.insights_no_template_was_sent_in_this()}</p>
      ) : (
        <ol className="divide-y divide-line">
          {topTemplates.map((template) => (
            <li key={template.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              {template.deleted ? (
                <span className="wrap-anywhere min-w-0">
                  {m.insights_deleted({ templateName: template.name })}
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
                {m.insights_delivered_read({
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
