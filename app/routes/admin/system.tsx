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

export const meta: Route.MetaFunction = () => [{ title: m.admin_system_page_title() }];

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = systemQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return context.get(apiContext)("GET /admin/system", query);
}

const titles: Record<string, string> = lazy({
  "service:web": m.admin_system_titles_service_web,
  "service:database": m.admin_system_titles_service_database,
  "service:graph": m.admin_system_titles_service_graph,
  "queue:depth": m.admin_system_waiting_jobs,
  "queue:oldest": m.admin_system_titles_queue_oldest,
  "queue:failed": m.admin_system_titles_queue_failed,
  "webhooks:lag": m.admin_system_titles_webhooks_lag,
  "messages:hour": m.admin_system_titles_messages_hour,
  "messages:rate": m.admin_system_titles_messages_rate,
  "messages:failing": m.admin_system_titles_messages_failing,
  "cpu:load": m.admin_system_titles_cpu_load,
  "memory:used": m.admin_system_titles_memory_used,
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

const lanes = () => [
  m.common_one_time_codes(),
  m.common_replies(),
  m.admin_system_utility(),
  m.common_marketing(),
];

type LoaderData = Route.ComponentProps["loaderData"];

function SendRates({ rows }: { rows: LoaderData["sendRates"] }) {
  return (
    <Card title={m.admin_system_send_rate_title()}>
      <DataTable
        caption={m.admin_system_send_rates_caption()}
        rows={rows}
        keyOf={(row) => `${row.phoneNumberId} ${row.lane}`}
        hrefOf={(row) => href("/admin/users/:orgId", { orgId: row.orgId })}
        empty={m.admin_system_send_rates_empty()}
        columns={[
          {
            header: m.common_number(),
            cell: (row) => row.number || row.phoneNumberId,
            below: (row) => row.organisation,
          },
          { header: m.common_lane(), cell: (row) => lanes()[row.lane] ?? String(row.lane) },
          {
            header: m.admin_system_now_per_second(),
            number: true,
            cell: (row) => formatDecimal(row.perSecond),
          },
          {
            header: m.admin_system_busiest_minute_per_second(),
            number: true,
            cell: (row) => formatDecimal(row.peakPerSecond),
          },
          { header: m.admin_system_messages_in_hour(), number: true, cell: (row) => formatCount(row.posted) },
        ]}
      />
    </Card>
  );
}

function Services({ rows }: { rows: LoaderData["services"] }) {
  return (
    <DataTable
      caption={m.common_services()}
      rows={rows}
      keyOf={(row) => row.service}
      empty={
        <EmptyState title={m.admin_system_no_measurements_yet_title()}>{m.admin_system_empty()}</EmptyState>
      }
      columns={[
        {
          header: m.common_service(),
          cell: (row) => serviceName(row.service),
          below: (row) => row.detail,
        },
        {
          header: m.common_status(),
          cell: (row) => <StateBadge state={row.status} />,
        },
        {
          header: m.admin_system_response(),
          number: true,
          cell: (row) => m.common_milliseconds({ n: Math.round(row.responseTime) }),
        },
        { header: m.admin_system_uptime(), number: true, cell: (row) => percent(row.uptime) },
        { header: m.admin_system_last_check(), cell: (row) => <Time value={row.lastCheck} /> },
        {
          header: m.admin_system_endpoint(),
          cell: (row) => <span className="break-all">{row.endpoint}</span>,
        },
      ]}
    />
  );
}

function Charts({ charts }: { charts: LoaderData["charts"] }) {
  return (
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
  );
}

function Alerts({ rows }: { rows: LoaderData["alerts"] }) {
  return (
    <Card title={m.admin_alerts()}>
      <DataTable
        caption={m.admin_alerts()}
        rows={rows}
        keyOf={(row) => row.id}
        empty={m.admin_system_alerts_empty()}
        columns={[
          {
            header: m.admin_alert_column(),
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
  );
}

function Database({ database }: { database: LoaderData["database"] }) {
  return (
    <Card title={m.admin_system_database_title()}>
      <p className="mb-4">
        {m.admin_system_database_facts({
          bytes: megabytes(database.bytes),
          connections: formatCount(database.connections),
          hit: percent(database.hit),
          commits: formatCount(database.commits),
          deadlocks: formatCount(database.deadlocks),
        })}
      </p>
      <DataTable
        caption={m.admin_system_largest_tables_caption()}
        rows={database.tables}
        keyOf={(row) => row.name}
        columns={[
          { header: m.admin_system_table(), cell: (row) => row.name },
          { header: m.admin_system_rows_about(), number: true, cell: (row) => formatCount(row.rows) },
          { header: m.admin_system_size(), number: true, cell: (row) => megabytes(row.bytes) },
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
        description={m.admin_system_lead()}
        actions={
          loaderData.mayWork && (
            <ButtonLink variant="secondary" to={href("/admin/system/queue")}>
              {m.admin_queue()}
            </ButtonLink>
          )
        }
      />
      <Tabs
        label={m.admin_system_range_label()}
        items={Object.keys(systemRanges).map((key) => ({
          to: `${href("/admin/system")}?range=${key}`,
          label: key.endsWith("h")
            ? m.admin_system_h_label({ n: Number.parseInt(key, 10) })
            : m.admin_system_d_label({ n: Number.parseInt(key, 10) }),
          current: key === range,
        }))}
      />
      <div className="grid gap-4">
        <Services rows={services} />
        <StatGrid>
          <Stat label={m.admin_system_load_per_core()} value={percent(resources.load)} />
          <Stat
            label={m.admin_system_memory_in_use()}
            value={percent(resources.memoryUsed)}
            hint={m.admin_system_by_worker_hint({ processBytes: megabytes(resources.processBytes) })}
          />
          <Stat
            label={m.admin_system_waiting_jobs()}
            value={resources.queueDepth ?? "–"}
            hint={m.admin_system_oldest_hint({ queueOldestSeconds: seconds(resources.queueOldestSeconds) })}
          />
          <Stat
            label={m.common_webhook_lag()}
            value={seconds(resources.webhookLagSeconds)}
            hint={m.admin_system_of_messages_failed_hint({ failingShare: percent(resources.failingShare) })}
          />
        </StatGrid>
        <Charts charts={charts} />
        <SendRates rows={sendRates} />
        <div id="alerts">
          <Alerts rows={alerts} />
        </div>
        <Database database={database} />
      </div>
    </>
  );
}
