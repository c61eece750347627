import { href } from "react-router";
import { systemQuery } from "#app/domain/console/schemas.ts";
import { serviceName, systemRanges } from "#app/domain/console/words.ts";
import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";
import { formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { BarChart } from "#app/ui/barChart.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/dataTable.tsx";
import { Card, EmptyState, PageHeader, Stat, StatGrid } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Time } from "#app/ui/time.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/system";
import { StateBadge } from "./stateBadge.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.admin_system_administration() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = systemQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return context.get(apiContext)("GET /admin/system", query);
}

const titles: Record<string, string> = lazy({
  "service:web": m.admin_web_ms,
  "service:database": m.admin_database_ms,
  "service:graph": m.admin_graph_ms,
  "queue:depth": m.admin_jobs_that_wait,
  "queue:oldest": m.admin_oldest_job_s,
  "queue:failed": m.admin_jobs_that_failed_in_the_hour,
  "webhooks:lag": m.admin_webhook_lag_s,
  "messages:hour": m.admin_messages_accepted_in_the_hour,
  "messages:rate": m.admin_messages_posted_a_second,
  "messages:failing": m.admin_messages_that_fail,
  "cpu:load": m.admin_load_per_core,
  "memory:used": m.admin_memory_in_use,
});
const shares = new Set(["messages:failing", "cpu:load", "memory:used"]);
const megabytes = (bytes: number | null) =>
  bytes === null ? "–" : m.common_megabytes({ n: formatCount(Math.round(bytes / 1e6)) });
const percent = (share: number | null) => (share === null ? "–" : percentText(formatDecimal(share * 100)));
const seconds = (value: number | null) => (value === null ? "–" : m.common_seconds({ n: Math.round(value) }));
const clock = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(datesIn[locale], {
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZone: "Africa/Nairobi",
    }),
);

const lanes = () => [m.admin_one_time_codes(), m.admin_replies(), m.admin_utility(), m.admin_marketing()];

function SendRates({ rows }: { rows: Route.ComponentProps["loaderData"]["sendRates"] }) {
  return (
    <Card title={m.admin_send_rate()}>
      <DataTable
        caption={m.admin_what_each_number_posted_in_the()}
        rows={rows}
        keyOf={(row) => `${row.phoneNumberId} ${row.lane}`}
        hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
        empty={m.admin_nothing_was_posted_in_the_last()}
        columns={[
          {
            header: m.common_number(),
            cell: (row) => row.number || row.phoneNumberId,
            below: (row) => row.organisation,
          },
          { header: m.admin_lane(), cell: (row) => lanes()[row.lane] ?? String(row.lane) },
          { header: m.admin_now_a_second(), number: true, cell: (row) => formatDecimal(row.perSecond) },
          {
            header: m.admin_busiest_minute_a_second(),
            number: true,
            cell: (row) => formatDecimal(row.peakPerSecond),
          },
          { header: m.admin_messages_in_the_hour(), number: true, cell: (row) => formatCount(row.posted) },
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
        title={m.admin_system()}
        description={m.admin_measured_by_the_platform_itself_every()}
        actions={
          loaderData.mayWork && (
            <ButtonLink variant="secondary" to={href("/admin/system/queue")}>
              {m.admin_queue()}
            </ButtonLink>
          )
        }
      />
      <Tabs
        label={m.admin_range()}
        items={Object.keys(systemRanges).map((key) => ({
          to: `${href("/admin/system")}?range=${key}`,
          label: key.endsWith("h")
            ? m.admin_range_of_hours({ n: Number.parseInt(key, 10) })
            : m.admin_range_of_days({ n: Number.parseInt(key, 10) }),
          current: key === range,
        }))}
      />
      <div className="grid gap-4">
        <DataTable
          caption={m.admin_services()}
          rows={services}
          keyOf={(row) => row.service}
          empty={
            <EmptyState title={m.admin_nothing_was_measured_yet()}>
              {m.admin_the_first_figures_come_within_a()}
            </EmptyState>
          }
          columns={[
            {
              header: m.admin_service(),
              cell: (row) => serviceName(row.service),
              below: (row) => row.detail,
            },
            {
              header: m.common_status(),
              cell: (row) => <StateBadge state={row.status} />,
            },
            {
              header: m.admin_response(),
              number: true,
              cell: (row) => m.common_milliseconds({ n: Math.round(row.responseTime) }),
            },
            { header: m.admin_uptime(), number: true, cell: (row) => percent(row.uptime) },
            { header: m.admin_last_check(), cell: (row) => <Time value={row.lastCheck} /> },
            { header: m.admin_endpoint(), cell: (row) => <span className="break-all">{row.endpoint}</span> },
          ]}
        />
        <StatGrid>
          <Stat label={m.admin_load_per_core_2()} value={percent(resources.load)} />
          <Stat
            label={m.admin_memory_in_use_2()}
            value={percent(resources.memoryUsed)}
            hint={m.admin_by_the_worker({ processBytes: megabytes(resources.processBytes) })}
          />
          <Stat
            label={m.admin_jobs_that_wait()}
            value={resources.queueDepth ?? "–"}
            hint={m.admin_oldest({ queueOldestSeconds: seconds(resources.queueOldestSeconds) })}
          />
          <Stat
            label={m.admin_webhook_lag()}
            value={seconds(resources.webhookLagSeconds)}
            hint={m.admin_of_messages_fail({ failingShare: percent(resources.failingShare) })}
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
                    name: clock().format(new Date(point.at)),
                    value: Math.round(point.value * (shares.has(chart.series) ? 100 : 1) * 10) / 10,
                  }))}
                />
              </Card>
            ))}
        </div>
        <SendRates rows={sendRates} />
        <div id="alerts">
          <Card title={m.admin_alerts()}>
            <DataTable
              caption={m.admin_alerts()}
              rows={alerts}
              keyOf={(row) => row.id}
              empty={m.admin_no_alert_so_far()}
              columns={[
                {
                  header: m.admin_alert(),
                  cell: (row) => row.message,
                  below: (row) => serviceName(row.service),
                },
                { header: m.common_type(), cell: (row) => <StateBadge state={row.type} /> },
                { header: m.admin_opened(), cell: (row) => <Time value={row.openedAt} /> },
                {
                  header: m.admin_resolved(),
                  cell: (row) => (row.resolvedAt ? <Time value={row.resolvedAt} /> : m.admin_open()),
                },
              ]}
            />
          </Card>
        </div>
        <Card title={m.admin_database()}>
          <p className="mb-4">
            {m.admin_connections_from_memory_commits_deadlocks({
              bytes: megabytes(database.bytes),
              connections: formatCount(database.connections),
              hit: percent(database.hit),
              commits: formatCount(database.commits),
              deadlocks: formatCount(database.deadlocks),
            })}
          </p>
          <DataTable
            caption={m.admin_largest_tables()}
            rows={database.tables}
            keyOf={(row) => row.name}
            columns={[
              { header: m.admin_table(), cell: (row) => row.name },
              { header: m.admin_rows_about(), number: true, cell: (row) => formatCount(row.rows) },
              { header: m.admin_size(), number: true, cell: (row) => megabytes(row.bytes) },
            ]}
          />
        </Card>
      </div>
    </>
  );
}
