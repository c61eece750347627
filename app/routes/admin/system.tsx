import { href } from "react-router";
import { systemQuery } from "#app/domain/console/schemas.ts";
import { systemRanges, toneOf } from "#app/domain/console/words.ts";
import { formatCount } from "#app/platform/counts.ts";
import { Badge } from "#app/ui/badge.tsx";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import type { Route } from "./+types/system";

export const meta: Route.MetaFunction = () => [{ title: "System – Administration" }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = systemQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return context.get(apiContext)("GET /admin/system", query);
}

const titles: Record<string, string> = {
  "service:web": "Web, ms",
  "service:database": "Database, ms",
  "service:graph": "Graph, ms",
  "queue:depth": "Jobs that wait",
  "queue:oldest": "Oldest job, s",
  "queue:failed": "Jobs that failed in the hour",
  "webhooks:lag": "Webhook lag, s",
  "messages:hour": "Messages accepted in the hour",
  "messages:rate": "Messages posted a second",
  "messages:failing": "Messages that fail, %",
  "cpu:load": "Load per core, %",
  "memory:used": "Memory in use, %",
};
const shares = new Set(["messages:failing", "cpu:load", "memory:used"]);
const megabytes = (bytes: number | null) =>
  bytes === null ? "–" : `${formatCount(Math.round(bytes / 1e6))} MB`;
const percent = (share: number | null) => (share === null ? "–" : `${(share * 100).toFixed(1)}%`);
const seconds = (value: number | null) => (value === null ? "–" : `${Math.round(value)} s`);
const clock = new Intl.DateTimeFormat("en-KE", {
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "Africa/Nairobi",
});

const lanes = ["One-time codes", "Replies", "Utility", "Marketing"];

function SendRates({ rows }: { rows: Route.ComponentProps["loaderData"]["sendRates"] }) {
  return (
    <Card title="Send rate">
      <DataTable
        caption="What each number posted in the last hour, by lane"
        rows={rows}
        keyOf={(row) => `${row.phoneNumberId} ${row.lane}`}
        hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
        empty="Nothing was posted in the last hour."
        columns={[
          {
            header: "Number",
            cell: (row) => row.number || row.phoneNumberId,
            below: (row) => row.organisation,
          },
          { header: "Lane", cell: (row) => lanes[row.lane] ?? String(row.lane) },
          { header: "Now, a second", number: true, cell: (row) => row.perSecond.toFixed(1) },
          { header: "Busiest minute, a second", number: true, cell: (row) => row.peakPerSecond.toFixed(1) },
          { header: "Messages in the hour", number: true, cell: (row) => formatCount(row.posted) },
        ]}
      />
    </Card>
  );
}

export default function System({ loaderData }: Route.ComponentProps) {
  const { services, resources, charts, sendRates, alerts, database, range } = loaderData;
  return (
    <>
      <PageHeader
        title="System"
        description="Measured by the platform itself, every minute."
        actions={
          loaderData.mayWork && (
            <ButtonLink variant="secondary" to={href("/admin/system/queue")}>
              Queue
            </ButtonLink>
          )
        }
      />
      <Tabs
        label="Range"
        items={Object.keys(systemRanges).map((key) => ({
          to: `${href("/admin/system")}?range=${key}`,
          label: key,
          current: key === range,
        }))}
      />
      <div className="grid gap-4">
        <DataTable
          caption="Services"
          rows={services}
          keyOf={(row) => row.service}
          empty={
            <EmptyState title="Nothing was measured yet">
              The first figures come within a minute of the worker's start.
            </EmptyState>
          }
          columns={[
            { header: "Service", cell: (row) => row.service, below: (row) => row.detail },
            { header: "Status", cell: (row) => <Badge tone={toneOf(row.status)}>{row.status}</Badge> },
            { header: "Response", number: true, cell: (row) => `${Math.round(row.responseTime)} ms` },
            { header: "Uptime", number: true, cell: (row) => percent(row.uptime) },
            { header: "Last check", cell: (row) => <Time value={row.lastCheck} /> },
            { header: "Endpoint", cell: (row) => <span className="break-all">{row.endpoint}</span> },
          ]}
        />
        <StatGrid>
          <Stat label="Load per core" value={percent(resources.load)} />
          <Stat
            label="Memory in use"
            value={percent(resources.memoryUsed)}
            hint={`${megabytes(resources.processBytes)} by the worker`}
          />
          <Stat
            label="Jobs that wait"
            value={resources.queueDepth ?? "–"}
            hint={`oldest ${seconds(resources.queueOldestSeconds)}`}
          />
          <Stat
            label="Webhook lag"
            value={seconds(resources.webhookLagSeconds)}
            hint={`${percent(resources.failingShare)} of messages fail`}
          />
        </StatGrid>
        <div className="grid gap-4 md:grid-cols-2">
          {charts
            .filter((chart) => chart.points.length > 0)
            .map((chart) => (
              <Card key={chart.series} title={titles[chart.series]}>
                <BarChart
                  label={titles[chart.series] ?? chart.series}
                  bars={chart.points.map((point) => ({
                    name: clock.format(new Date(point.at)),
                    value: Math.round(point.value * (shares.has(chart.series) ? 100 : 1) * 10) / 10,
                  }))}
                />
              </Card>
            ))}
        </div>
        <SendRates rows={sendRates} />
        <div id="alerts">
          <Card title="Alerts">
            <DataTable
              caption="Alerts"
              rows={alerts}
              keyOf={(row) => row.id}
              empty="No alert so far."
              columns={[
                { header: "Alert", cell: (row) => row.message, below: (row) => row.service },
                { header: "Type", cell: (row) => <Badge tone={toneOf(row.type)}>{row.type}</Badge> },
                { header: "Opened", cell: (row) => <Time value={row.openedAt} /> },
                {
                  header: "Resolved",
                  cell: (row) => (row.resolvedAt ? <Time value={row.resolvedAt} /> : "Open"),
                },
              ]}
            />
          </Card>
        </div>
        <Card title="Database">
          <p>
            {megabytes(database.bytes)}, {formatCount(database.connections)} connections,{" "}
            {percent(database.hit)} from memory, {formatCount(database.commits)} commits,{" "}
            {formatCount(database.deadlocks)} deadlocks.
          </p>
          <DataTable
            caption="Largest tables"
            rows={database.tables}
            keyOf={(row) => row.name}
            columns={[
              { header: "Table", cell: (row) => row.name },
              { header: "Rows, about", number: true, cell: (row) => formatCount(row.rows) },
              { header: "Size", number: true, cell: (row) => megabytes(row.bytes) },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
