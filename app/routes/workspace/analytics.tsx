import { Link } from "react-router";
import { period as periodSchema } from "#app/domain/analytics/schemas.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Table } from "#app/ui/table.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
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

const share = (part: number, whole: number, name: string) =>
  whole > 0 ? `${Math.round((part / whole) * 1000) / 10}% of ${name}` : undefined;

export default function Analytics({ loaderData }: Route.ComponentProps) {
  const { period, measure, totals, byHour, byDay, topTemplates } = loaderData;
  const isEmpty = byDay.length === 0;
  return (
    <>
      <PageHeader
        title="Advanced Analytics"
        description="What became of your messages, counted as Meta reports it."
      />
      <Tabs
        label="Period"
        items={periods.map(([value, label]) => ({
          to: `/analytics?period=${value}&measure=${measure}`,
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
            hint={share(totals.delivered, totals.sent, "sent")}
          />
          <Stat
            label="Read"
            value={formatCount(totals.read)}
            hint={share(totals.read, totals.delivered, "delivered")}
          />
          <Stat label="Replies" value={formatCount(totals.replies)} />
          <Stat label="Failed" value={formatCount(totals.failed)} />
        </StatGrid>
        {isEmpty ? (
          <EmptyState
            title="Nothing in this period"
            action={<ButtonLink to="/messaging">Open the Message Center</ButtonLink>}
          >
            Send a campaign, or choose a longer period.
          </EmptyState>
        ) : (
          <>
            <Card title="Volume by hour of the day">
              <Tabs
                label="Measure"
                items={Object.entries(measures).map(([value, label]) => ({
                  to: `/analytics?period=${period}&measure=${value}`,
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
                  <ProgressBar
                    label={`Sent: ${formatCount(totals.sent)}`}
                    value={totals.sent}
                    max={totals.sent}
                  />
                  <ProgressBar
                    label={`Delivered: ${formatCount(totals.delivered)}`}
                    value={totals.delivered}
                    max={totals.sent}
                  />
                  <ProgressBar
                    label={`Read: ${formatCount(totals.read)}`}
                    value={totals.read}
                    max={totals.sent}
                  />
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
                          <Link to={`/templates/${template.id}`} className="link min-w-0">
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
            <Table caption="By day">
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  {["Sent", "Delivered", "Read", "Replies", "Failed"].map((name) => (
                    <th key={name} scope="col" className="number">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {byDay.map((row) => (
                  <tr key={row.day}>
                    <th scope="row" className="whitespace-nowrap">
                      {row.day}
                    </th>
                    <td className="number">{formatCount(row.sent)}</td>
                    <td className="number">{formatCount(row.delivered)}</td>
                    <td className="number">{formatCount(row.read)}</td>
                    <td className="number">{formatCount(row.replies)}</td>
                    <td className="number">{formatCount(row.failed)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          </>
        )}
      </div>
    </>
  );
}

export { ScreenError as ErrorBoundary };
