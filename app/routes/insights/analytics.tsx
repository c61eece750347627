// One file, because the page is one view of one response, card by card.

import { data, href, Link } from "react-router";
import { type ApiClient, ApiError, type CallOutput } from "#app/api/client.server.ts";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { period as periodSchema } from "#app/domain/insights/analytics/schemas.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { deliveredMeaning, deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { isPrefetch } from "#app/web/isPrefetch.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/analytics";
import { Breakdowns, ByTeam } from "./breakdowns.tsx";
import { ByDay } from "./byDay.tsx";
import { CountedAt } from "./countedAt.tsx";
import { Change, FileLink, minutesOf, perMessage, queryOf } from "./figures.tsx";
import { Funnel } from "./funnel.tsx";
import { RangeForm } from "./rangeForm.tsx";
import { SatisfactionStat } from "./satisfactionStat.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.insights_analytics_advanced_analytics() }];

const measures = lazy({
  sent: m.common_sent,
  delivered: m.common_delivered,
  read: m.common_read,
});
type Measure = keyof typeof measures;

/** A refused range keeps what was typed, and shows the week. */
async function readRange(api: ApiClient, query: URLSearchParams) {
  const period = periodSchema.parse(query.get("period"));
  const typed = { from: query.get("from") ?? "", to: query.get("to") ?? "" };
  try {
    return { figures: await api("GET /analytics", { period, ...typed }), typed, problems: {} };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const problems: Record<string, string> = error.fields ?? {};
    return { figures: await api("GET /analytics", { period }), typed, problems };
  }
}

/** Before the loaders, so that the frame's steps count the visit. Only while the member sees the first steps. */
const see: Route.MiddlewareFunction = async ({ request, context }) => {
  const user = context.get(userContext);
  if (isPrefetch(request) || request.method !== "GET") return;
  if (!user?.seesFirstSteps || !may(user, "organisation.manage")) return;
  await context
    .get(apiContext)("POST /get-started/results", {})
    .catch(() => null);
};

export const middleware: Route.MiddlewareFunction[] = [see];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const requested = query.get("measure") ?? "";
  const measure: Measure = requested in measures ? (requested as Measure) : "sent";
  const { figures, typed, problems } = await readRange(context.get(apiContext), query);
  const mayManage = may(context.get(userContext), "whatsapp.viewDetails");
  const status = Object.keys(problems).length > 0 ? 400 : 200;
  return data({ ...figures, measure, typed, problems, mayManage }, { status });
}

const periods = [
  ["24hours", () => counted(m.counts_hours, 24)],
  ["7days", () => counted(m.counts_days, 7)],
  ["30days", () => counted(m.counts_days, 30)],
  ["90days", () => counted(m.counts_days, 90)],
] as const;

export type Figures = CallOutput<"GET /analytics">;
export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { mayManage, period, measure, byHour, byDay, begun, countedAt, byTeam } = loaderData;
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
      <PeriodTabs period={period} measure={measure} />
      <RangeForm figures={loaderData} />
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
              actions={<FileLink shown={loaderData} table="hours" />}
            >
              <Tabs
                label={m.insights_analytics_measure_label()}
                items={Object.entries(measures).map(([value, label]) => ({
                  to: `${href("/analytics")}?${queryOf(loaderData)}&measure=${value}`,
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
              <Funnel figures={loaderData} />
              <TopTemplates figures={loaderData} />
            </div>
            <Breakdowns figures={loaderData} />
            {byTeam.length > 0 && <ByTeam byTeam={byTeam} />}
            <ByDay figures={loaderData} />
          </>
        )}
      </div>
    </>
  );
}

const PeriodTabs = ({ period, measure }: { period: Figures["period"]; measure: Measure }) => (
  <Tabs
    label={m.common_period()}
    items={periods.map(([value, label]) => ({
      to: `${href("/analytics")}?period=${value}&measure=${measure}`,
      label: label(),
      current: value === period,
    }))}
  />
);

/** Each figure with its change from the previous period of the same length. */
function Metrics({ figures }: { figures: Figures }) {
  const { totals, before } = figures;
  const rate = deliveredRate(totals);
  const volume = (label: string, key: keyof typeof totals, hint?: string | false, meaning?: string) => (
    <Stat
      label={label}
      value={formatCount(totals[key])}
      hint={
        <>
          <Change
            now={totals[key]}
            before={before[key]}
            rise={key === "failed" ? "bad" : "good"}
            shown={figures}
          />
          {hint && <span className="block">{hint}</span>}
        </>
      }
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
      <PeopleStats figures={figures} />
    </>
  );
}

/** People, reply times and cost. */
function PeopleStats({ figures }: { figures: Figures }) {
  const { people, peopleBefore, begun } = figures;
  return (
    <StatGrid>
      <Stat
        label={m.insights_analytics_unique_contacts()}
        value={people.uniqueContacts === null ? "–" : formatCount(people.uniqueContacts)}
        hint={
          <Change
            now={people.uniqueContacts}
            before={peopleBefore.uniqueContacts}
            rise="good"
            shown={figures}
          />
        }
        meaning={m.insights_analytics_people_meaning()}
      />
      <Stat
        label={m.insights_analytics_average_response()}
        value={minutesOf(people.averageSeconds)}
        hint={
          <Change
            now={people.averageSeconds}
            before={peopleBefore.averageSeconds}
            rise="bad"
            shown={figures}
          />
        }
        meaning={m.insights_analytics_reply_time_meaning()}
      />
      <Stat
        label={m.insights_analytics_median_response()}
        value={minutesOf(people.medianSeconds)}
        hint={
          <Change now={people.medianSeconds} before={peopleBefore.medianSeconds} rise="bad" shown={figures} />
        }
        meaning={m.insights_analytics_median_meaning()}
      />
      <SatisfactionStat figures={figures} />
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
  );
}

function TopTemplates({ figures }: { figures: Figures }) {
  const { topTemplates } = figures;
  const table: AnalyticsTable = "templates";
  return (
    <Card
      title={m.insights_analytics_top_templates_title()}
      actions={<FileLink shown={figures} table={table} />}
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
