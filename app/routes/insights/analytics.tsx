import { href, Link } from "react-router";
import { period as periodSchema } from "#app/domain/insights/analytics/schemas.ts";
import { formatCount } from "#app/platform/counts.ts";
import { deliveredMeaning, deliveredRate, triedOf } from "#app/platform/deliveredRate.ts";
import { percentOf } from "#app/platform/percent.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/analytics";

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
  return { ...figures, measure };
}

const periods = [
  ["24hours", "24 hours"],
  ["7days", "7 days"],
  ["30days", "30 days"],
  ["90days", "90 days"],
] as const;

type Day = Route.ComponentProps["loaderData"]["byDay"][number];

const dayColumns: Column<Day>[] = [
  { header: "Day", className: "whitespace-nowrap", cell: ({ day }) => day },
  { header: "Sent", number: true, cell: ({ sent }) => formatCount(sent) },
  { header: "Delivered", number: true, cell: ({ delivered }) => formatCount(delivered) },
  { header: "Read", number: true, cell: ({ read }) => formatCount(read) },
  { header: "Replies", number: true, cell: ({ replies }) => formatCount(replies) },
  { header: "Failed", number: true, cell: ({ failed }) => formatCount(failed) },
];

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { period, measure, totals, byHour, byDay, topTemplates } = loaderData;
  const isEmpty = byDay.length === 0;
  const tried = triedOf(totals);
  const rate = deliveredRate(totals);
  return (
    <>
      <PageHeader
        title="Advanced Analytics"
        description="How your messages performed, counted as Meta reports it."
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
        <StatGrid>
          <Stat label="Sent" value={formatCount(totals.sent)} />
          <Stat
            label="Delivered"
            value={formatCount(totals.delivered)}
            hint={rate && `${rate} of all that we tried`}
            meaning={deliveredMeaning}
          />
          <Stat
            label="Read"
            value={formatCount(totals.read)}
            hint={totals.delivered > 0 && `${percentOf(totals.read, totals.delivered)} of delivered`}
          />
          <Stat label="Replies" value={formatCount(totals.replies)} />
          <Stat label="Failed" value={formatCount(totals.failed)} />
        </StatGrid>
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
            <Card title="Volume by hour of the day">
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
              <Card title="Funnel">
                <div className="grid gap-4">
                  <ProgressBar label={`Tried: ${formatCount(tried)}`} value={tried} max={tried} />
                  <ProgressBar label={`Sent: ${formatCount(totals.sent)}`} value={totals.sent} max={tried} />
                  <ProgressBar
                    label={`Delivered: ${formatCount(totals.delivered)}`}
                    value={totals.delivered}
                    max={tried}
                  />
                  <ProgressBar label={`Read: ${formatCount(totals.read)}`} value={totals.read} max={tried} />
                </div>
              </Card>
              <Card title="Top templates">
                {topTemplates.length === 0 ? (
                  <p className="text-muted">No template was delivered in this period.</p>
                ) : (
                  <ol className="divide-y divide-line">
                    {topTemplates.map((template) => (
                      <li key={template.id} className="flex flex-wrap justify-between gap-x-4 py-2.5">
                        {template.deleted ? (
                          <span className="min-w-0">{template.name} (deleted)</span>
                        ) : (
                          <Link
                            to={href("/templates/:templateId", { templateId: template.id })}
                            className="link min-w-0"
                          >
                            {template.name}
                          </Link>
                        )}
                        <span>{formatCount(template.delivered)} delivered</span>
                      </li>
                    ))}
                  </ol>
                )}
              </Card>
            </div>
            <DataTable caption="By day" wide rows={byDay} keyOf={({ day }) => day} columns={dayColumns} />
          </>
        )}
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
