import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { listAlerts } from "./alerts.server.ts";
import { type NewestSample, newestSamples, readSendRates } from "./samples.server.ts";
import type { systemQuery } from "./schemas.ts";
import { systemRanges } from "./words.ts";

export interface ServiceHealth {
  service: string;
  status: "healthy" | "degraded" | "down";
  responseTime: number;
  /** Share of the checks of the range that found it responding. */
  uptime: number;
  lastCheck: Date;
  endpoint: string;
  detail: string | null;
}

/** The charted series. */
const drawn = [
  "service:web",
  "service:database",
  "service:graph",
  "queue:depth",
  "queue:oldest",
  "queue:failed",
  "webhooks:lag",
  "messages:hour",
  "messages:rate",
  "messages:failing",
  "cpu:load",
  "memory:used",
];
/** The maximum points of a chart: minutes are grouped to fit. */
const points = 24;

/** A mean of many has 17 digits; no chart shows more than these. */
const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** The beginning of a range, and its samples as SQL: by the minute up to a day, beyond by the hour. `$1` is the beginning. */
interface Samples {
  since: Date;
  hours: number;
  sql: string;
}

function samplesOf(range: keyof typeof systemRanges, now: Date): Samples {
  const hours = systemRanges[range];
  return {
    since: new Date(now.getTime() - hours * 3_600_000),
    hours,
    sql:
      hours <= 24
        ? `select series, at, value as sum, value as max, 1 as count, (state is distinct from 'down')::int as up
            from samples where at > $1`
        : "select series, hour as at, sum, max, count, up from sample_hours where hour > $1",
  };
}

/** The System tab over a range: services, charts, alerts, database. */
export async function getSystem({ ctx, input }: Call<z.output<typeof systemQuery>, StaffContext>) {
  const now = ctx.clock.now();
  const samples = samplesOf(input.range, now);
  return ctx.db.withSystem(async (tx) => {
    const newest = await newestSamples(tx, now);
    const newestOf = (series: string) => newest.find((row) => row.series === series)?.value ?? null;
    return {
      range: input.range,
      services: await readServices(tx, ctx, newest, samples),
      charts: await readCharts(tx, samples),
      resources: {
        load: newestOf("cpu:load"),
        memoryUsed: newestOf("memory:used"),
        processBytes: newestOf("memory:process"),
        queueDepth: newestOf("queue:depth"),
        queueOldestSeconds: newestOf("queue:oldest"),
        webhookLagSeconds: newestOf("webhooks:lag"),
        messagesThisHour: newestOf("messages:hour"),
        failingShare: newestOf("messages:failing"),
      },
      database: { ...(await readDatabase(tx)), bytes: newestOf("database:bytes") ?? 0 },
      sendRates: await readSendRates(tx, now),
      alerts: await listAlerts(tx, { limit: 20 }),
    };
  });
}

async function readServices(
  tx: Tx,
  ctx: StaffContext,
  newest: readonly NewestSample[],
  { since, sql }: Samples,
): Promise<ServiceHealth[]> {
  const uptimes = await queryRows<{ series: string; uptime: number }>(
    tx,
    `select series, sum(up)::float8 / sum(count) as uptime from (${sql}) s where series = any($2) group by 1`,
    [since, newest.filter(({ state }) => state !== null).map(({ series }) => series)],
  );
  const endpoints = endpointsOf(ctx);
  return newest
    .filter(({ series }) => series.startsWith("service:"))
    .map(({ series, value, state, detail, at }) => {
      const service = series.slice("service:".length);
      return {
        service,
        status: state ?? "healthy",
        responseTime: value,
        uptime: uptimes.find((row) => row.series === series)?.uptime ?? 1,
        lastCheck: at,
        endpoint: endpoints[service] ?? "",
        detail: detail === null ? null : noteWords(detail),
      };
    });
}

const endpointsOf = ({
  config,
  graph,
  mpesa,
  daraja,
  cards,
  etims,
}: StaffContext): Record<string, string> => ({
  web: config.appUrl,
  api: `${config.apiBaseUrl ?? config.appUrl}/api`,
  worker: m.admin_system_heartbeat(),
  database: "PostgreSQL",
  queue: "pg-boss",
  graph: graph.baseUrl,
  daraja: daraja ? mpesa.baseUrl : "",
  cards: cards?.baseUrl ?? "",
  etims: etims?.baseUrl ?? "",
  smtp: config.smtpUrl ? new URL(config.smtpUrl).host : m.admin_system_mails_to_files(),
});

async function readCharts(tx: Tx, { since, hours, sql }: Samples) {
  const width = (hours * 3600) / points;
  const slots = await queryRows<{ series: string; slot: number; value: number }>(
    tx,
    `select series, least(${points - 1}, floor(extract(epoch from at - $1) / ${width}))::int as slot,
        sum(sum) / sum(count) as value
      from (${sql}) s where series = any($2) group by 1, 2 order by 1, 2`,
    [since, drawn],
  );
  return drawn.map((series) => ({
    series,
    points: slots
      .filter((row) => row.series === series)
      .map(({ slot, value }) => ({
        at: new Date(since.getTime() + slot * width * 1000),
        value: thousandths(value),
      })),
  }));
}

async function readDatabase(tx: Tx) {
  const [database] = await queryRows<{
    connections: number;
    hit: number;
    commits: number;
    deadlocks: number;
  }>(
    tx,
    `select numbackends as connections, xact_commit as commits, deadlocks,
        case when blks_hit + blks_read = 0 then 1 else blks_hit::float8 / (blks_hit + blks_read) end as hit
      from pg_stat_database where datname = current_database()`,
  );
  const tables = await queryRows<{ name: string; rows: number; bytes: number }>(
    tx,
    // By PostgreSQL's page statistics: reading each file's size takes longer than all the rest.
    `select coalesce(p.relname, c.relname) as name, sum(greatest(c.reltuples, 0))::bigint as rows,
        sum(c.relpages + coalesce(t.relpages, 0) + coalesce(
          (select sum(i.relpages) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid), 0))::bigint
          * current_setting('block_size')::bigint as bytes
      from pg_class c left join pg_class t on t.oid = c.reltoastrelid
        left join (pg_inherits h join pg_class p on p.oid = h.inhparent) on h.inhrelid = c.oid
      where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
      group by 1 order by 3 desc limit 8`,
  );
  return { ...database!, tables };
}
