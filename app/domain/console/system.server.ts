import type { z } from "zod";
import { clientOf } from "#app/db/client.server.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";
import { listAlerts } from "./alerts.server.ts";
import { newestSamples, readSendRates } from "./samples.server.ts";
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
const points = 30;

/** A mean of many has 17 digits; no chart shows more than these. */
const thousandths = (value: number) => Math.round(value * 1000) / 1000;

/** The System tab over a range: services, charts, alerts, database. Up to a day from minutes, beyond from hours. */
export async function getSystem({ ctx, input }: { ctx: StaffContext; input: z.output<typeof systemQuery> }) {
  const now = ctx.clock.now();
  const hours = systemRanges[input.range];
  const since = new Date(now.getTime() - hours * 3_600_000);
  const byMinute = hours <= 24;
  const minutes = `select series, at, value as sum, value as max, 1 as count, (state is distinct from 'down')::int as up
    from samples where at > $1`;
  const source = byMinute
    ? minutes
    : "select series, hour as at, sum, max, count, up from sample_hours where hour > $1";
  return ctx.db.withSystem(async (tx) => {
    const rowsOf = async <Row>(text: string, values: unknown[] = []) =>
      (await clientOf(tx).query<Row>({ text, values })).rows;
    const newest = await newestSamples(tx, now);
    const uptimes = await rowsOf<{ series: string; uptime: number }>(
      `select series, sum(up)::float8 / sum(count) as uptime from (${source}) s where series = any($2) group by 1`,
      [since, newest.filter(({ state }) => state !== null).map(({ series }) => series)],
    );
    const width = (hours * 3600) / points;
    const charts = await rowsOf<{ series: string; slot: number; value: number }>(
      `select series, least(${points - 1}, floor(extract(epoch from at - $1) / ${width}))::int as slot,
          sum(sum) / sum(count) as value
        from (${source}) s where series = any($2) group by 1, 2 order by 1, 2`,
      [since, drawn],
    );
    const [database] = await rowsOf<{
      connections: number;
      hit: number;
      commits: number;
      deadlocks: number;
    }>(
      `select numbackends as connections, xact_commit as commits, deadlocks,
          case when blks_hit + blks_read = 0 then 1 else blks_hit::float8 / (blks_hit + blks_read) end as hit
        from pg_stat_database where datname = current_database()`,
    );
    const tables = await rowsOf<{ name: string; rows: number; bytes: number }>(
      // By PostgreSQL's page statistics: reading each file's size takes longer than all the rest.
      `select c.relname as name, greatest(c.reltuples, 0)::bigint as rows, (c.relpages + coalesce(t.relpages, 0) + coalesce(
            (select sum(i.relpages) from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid), 0))::bigint
            * current_setting('block_size')::bigint as bytes
        from pg_class c left join pg_class t on t.oid = c.reltoastrelid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 3 desc limit 8`,
    );
    const newestOf = (series: string) => newest.find((row) => row.series === series)?.value ?? null;
    const { config } = ctx;
    const endpoints: Record<string, string> = {
      web: config.appUrl,
      api: `${config.apiBaseUrl ?? config.appUrl}/api`,
      worker: m.admin_system_heartbeat(),
      database: "PostgreSQL",
      queue: "pg-boss",
      graph: ctx.graph.baseUrl,
      daraja: ctx.daraja?.baseUrl ?? "",
      cards: ctx.cards?.baseUrl ?? "",
      etims: ctx.etims?.baseUrl ?? "",
      smtp: config.smtpUrl ? new URL(config.smtpUrl).host : m.admin_system_mails_to_files(),
    };
    return {
      range: input.range,
      services: newest
        .filter(({ series }) => series.startsWith("service:"))
        .map(({ series, value, state, detail, at }): ServiceHealth => {
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
        }),
      charts: drawn.map((series) => ({
        series,
        points: charts
          .filter((row) => row.series === series)
          .map(({ slot, value }) => ({
            at: new Date(since.getTime() + slot * width * 1000),
            value: thousandths(value),
          })),
      })),
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
      sendRates: await readSendRates(tx, now),
      alerts: await listAlerts(tx, { limit: 20 }),
      database: { ...database!, bytes: newestOf("database:bytes") ?? 0, tables },
    };
  });
}
