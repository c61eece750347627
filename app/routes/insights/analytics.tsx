import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import type { AnalyticsTable } from "#app/domain/insights/analytics/schemas.ts";
import { period as periodSchema } from "#app/domain/insights/analytics/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
import { deliveredMeaning, deliveredRate } from "#app/platform/deliveredRate.ts";
import { percentOf } from "#app/platform/percent.ts";
import { isManager } from "#app/platform/roles.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { CalendarDay, Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { userContext } from "#app/web/session.server.ts";
import type { Route } from "./+types/analytics";
import { Breakdowns } from "./breakdowns.tsx";
import { changeOf, FileLink, minutesOf, perMessage } from "./figures.tsx";
import { Funnel } from "./funnel.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Advanced Analytics" }];

const measures = { sent: "Sent", delivered: "Delivered", read: "Read" } as const;
type Measure = keyof typeof measures;

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const asked = query.get("measure") ?? "";
  const measure: Measure = asked in measures ? (asked as Measure) : "sent";
  const figures = await context.get(apiContext)("GET /analytics", {
    period: periodSchema.parse(query.get("period")),
  });
  return { ...figures, measure, mayManage: isManager(context.get(userContext)) };
}

const periods = [
  ["24hours", "24 hours"],
  ["7days", "7 days"],
  ["30days", "30 days"],
  ["90days", "90 days"],
] as const;

export type Figures = CallOutput<"GET /analytics">;
type Day = Figures["byDay"][number];

const dayColumns: Column<Day>[] = [
  { header: "Day", className: "whitespace-nowrap", cell: ({ day }) => <CalendarDay value={day} /> },
  { header: "Sent", number: true, cell: ({ sent }) => formatCount(sent) },
  { header: "Delivered", number: true, cell: ({ delivered }) => formatCount(delivered) },
  { header: "Read", number: true, cell: ({ read }) => formatCount(read) },
  { header: "Replies", number: true, cell: ({ replies }) => formatCount(replies) },
  { header: "Failed", number: true, cell: ({ failed }) => formatCount(failed) },
  {
    header: "Unique contacts",
    number: true,
    cell: ({ uniqueContacts }) => (uniqueContacts === null ? "–" : formatCount(uniqueContacts)),
  },
  { header: "Average response", number: true, cell: ({ averageSeconds }) => minutesOf(averageSeconds) },
];

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { mayManage, period, measure, byHour, byDay, begun, countedAt } = loaderData;
  const isEmpty = byDay.length === 0 && begun.tried === 0;
  return (
    <>
      <PageHeader
        title="Advanced Analytics"
        actions={
          mayManage && (
            <ButtonLink variant="secondary" to={href("/analytics/health")}>
              Health
            </ButtonLink>
          )
        }
        description={
          <>
            How your messages performed, counted as Meta reports it.{" "}
            {countedAt && (
              <>
                People and reply times are counted until <Time value={countedAt} />.
              </>
            )}
          </>
        }
      />
      <Tabs
        label="Period"
        items={periods.map(([value, label]) => ({
          to: `${href("/analytics")}?period=${value}&measure=${measure}`,
          label,
          current: value === period,
        }))}
      />
      <div className="grid gap-6">
        <Metrics figures={loaderData} />
        {isEmpty ? (
          <EmptyState
            art="analytics"
            title="Nothing in this period"
            action={<ButtonLink to={href("/messaging")}>Open the Message Center</ButtonLink>}
          >
            Send a campaign, or choose a longer period.
          </EmptyState>
        ) : (
          <>
            <Card title="Volume by hour of the day" actions={<FileLink period={period} table="hours" />}>
              <Tabs
                label="Measure"
                items={Object.entries(measures).map(([value, label]) => ({
                  to: `${href("/analytics")}?period=${period}&measure=${value}`,
                  label,
                  current: value === measure,
                }))}
              />
              <BarChart
                label={`${measures[measure]} by hour of the day`}
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
            <Card title="By day" actions={<FileLink period={period} table="days" />}>
              <DataTable caption="By day" wide rows={byDay} keyOf={({ day }) => day} columns={dayColumns} />
            </Card>
          </>
        )}
      </div>
    </>
  );
}

/** Each figure with its change against the period before, of the same length. */
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
        {volume("Sent", "sent")}
        {volume("Delivered", "delivered", rate && `${rate} of all that we tried`, deliveredMeaning)}
        {volume(
          "Read",
          "read",
          totals.delivered > 0 && `${percentOf(totals.read, totals.delivered)} of delivered`,
        )}
        {volume("Replies", "replies")}
        {volume("Failed", "failed")}
      </StatGrid>
      <StatGrid>
        <Stat
          label="Unique contacts"
          value={people.uniqueContacts === null ? "–" : formatCount(people.uniqueContacts)}
          hint={changeOf(people.uniqueContacts, peopleBefore.uniqueContacts)}
          meaning="People whom Meta took a message for, or who wrote to you, each counted once"
        />
        <Stat
          label="Average response"
          value={minutesOf(people.averageSeconds)}
          hint={changeOf(people.averageSeconds, peopleBefore.averageSeconds)}
          meaning="How long customers waited for a member's answer, of all answers in the period"
        />
        <Stat
          label="Median response"
          value={minutesOf(people.medianSeconds)}
          hint={changeOf(people.medianSeconds, peopleBefore.medianSeconds)}
          meaning="Half of the answers came faster"
        />
        <Stat
          label="Cost per delivered"
          value={perMessage(begun.costCents, begun.delivered)}
          hint={`${perMessage(begun.costCents, begun.read)} per read · ${perMessage(begun.costCents, begun.replied)} per reply`}
          meaning="What messages begun in this period cost beyond your plan, shared among those that arrived"
        />
      </StatGrid>
    </>
  );
}

function TopTemplates({ figures: { topTemplates, period } }: { figures: Figures }) {
  const table: AnalyticsTable = "templates";
  return (
    <Card title="Top templates" actions={<FileLink period={period} table={table} />}>
      {topTemplates.length === 0 ? (
        <p className="text-muted">No template was sent in this period.</p>
      ) : (
        <ol className="divide-y divide-line">
          {topTemplates.map((template) => (
            <li key={template.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
              {template.deleted ? (
                <span className="wrap-anywhere min-w-0">{template.name} (deleted)</span>
              ) : (
                <Link
                  to={href("/templates/:templateId", { templateId: template.id })}
                  className="link wrap-anywhere min-w-0"
                >
                  {template.name}
                </Link>
              )}
              <span>
                {formatCount(template.delivered)} delivered, {percentOf(template.read, template.delivered)}{" "}
                read
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

export { ScreenError as ErrorBoundary };
