import { connect } from "node:net";
import os from "node:os";
import { sql } from "drizzle-orm";
import { clientOf, queryRows, type Tx } from "#app/db/client.server.ts";
import { platformHours, sampleHours, samples } from "#app/db/schema/console/measures.ts";
import { sendingSessions } from "#app/domain/messaging/sender/lifeline.server.ts";
import { recountDays } from "#app/domain/money/metaCosts/recount.server.ts";
import type { Services } from "#app/platform/context.ts";
import { shortened } from "#app/platform/text/notes.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { newestProof } from "./ledgerProof.server.ts";
import { patienceSeconds, serviceNote } from "./notes.ts";
import { judge, type Sample } from "./rules.server.ts";

const patienceMs = patienceSeconds * 1000;

/** A slower service counts as degraded. */
const slowMs = 1000;

const keptDays = 2;

/** Hours in which late statuses still change the counts. */
const recountedHours = 3;

/**
 * Measures the platform once: services, queue, traffic and resources. Stores the samples, recounts the last
 * hours of messages, and opens and resolves alerts by their rules. Runs every minute.
 */
export async function measurePlatform({ services }: { services: Services }): Promise<{ samples: Sample[] }> {
  const [checked, counted, proof] = await Promise.all([
    checkServices(services),
    countWork(services),
    newestProof(services.db.systemReads),
  ]);
  const memory = process.memoryUsage();
  const found: Sample[] = [
    ...checked,
    ...counted,
    { series: "ledger:broken", value: proof?.fault ? 1 : 0 },
    { series: "cpu:load", value: (os.loadavg()[0] ?? 0) / os.cpus().length },
    { series: "memory:process", value: memory.rss },
    { series: "memory:used", value: 1 - os.freemem() / os.totalmem() },
  ];
  const now = services.clock.now();
  await services.db.withSystem(async (tx) => {
    await tx
      .insert(samples)
      .values(found.map((sample) => ({ ...sample, at: now })))
      .onConflictDoNothing();
    await addToHour(tx, found, now);
    await tidy(tx, now);
    await recountDays(tx, now);
    await judge(tx, services, found);
  });
  return { samples: found };
}

async function addToHour(tx: Tx, found: readonly Sample[], now: Date): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000);
  const hours = found.map(({ series, value, state }) => ({
    series,
    hour,
    count: 1,
    up: state === "down" ? 0 : 1,
    sum: value,
    max: value,
  }));
  await tx
    .insert(sampleHours)
    .values(hours)
    .onConflictDoUpdate({
      target: [sampleHours.series, sampleHours.hour],
      set: {
        count: sql`${sampleHours.count} + 1`,
        up: sql`${sampleHours.up} + excluded.up`,
        sum: sql`${sampleHours.sum} + excluded.sum`,
        max: sql`greatest(${sampleHours.max}, excluded.max)`,
      },
    });
}

/** Deletes expired samples, and recounts the last hours of messages. */
async function tidy(tx: Tx, now: Date): Promise<void> {
  await clientOf(tx).query({
    text: "delete from samples where at < $1::timestamptz - make_interval(days => $2)",
    values: [now, keptDays],
  });
  await clientOf(tx).query({
    text: "delete from send_minutes where minute < $1::timestamptz - make_interval(days => $2)",
    values: [now, keptDays],
  });
  const hours = await queryRows<typeof platformHours.$inferInsert>(
    tx,
    `select hour, direction, state::text as state, sum(count)::int as count from hourly_totals
      where hour >= $1::timestamptz - make_interval(hours => $2) group by 1, 2, 3 order by 1, 2, 3`,
    [now, recountedHours],
  );
  if (hours.length > 0)
    await tx
      .insert(platformHours)
      .values(hours)
      .onConflictDoUpdate({
        target: [platformHours.hour, platformHours.direction, platformHours.state],
        set: { count: sql`excluded.count` },
      });
}

/** A check's milliseconds and result; a check that throws or hangs finds the service down. */
async function check(service: string, ask: () => Promise<Partial<Sample> | undefined>): Promise<Sample> {
  const began = performance.now();
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(serviceNote("service.late"))), patienceMs).unref();
  });
  try {
    const said = await Promise.race([ask(), late]);
    const value = Math.round(performance.now() - began);
    return { series: `service:${service}`, value, state: value > slowMs ? "degraded" : "healthy", ...said };
  } catch (error) {
    const detail = error instanceof Error ? shortened(error.message, 200) : serviceNote("service.failed");
    return {
      series: `service:${service}`,
      value: Math.round(performance.now() - began),
      state: "down",
      detail,
    };
  }
}

async function answersOk(url: string): Promise<undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: "manual" });
  await answer.body?.cancel();
  if (answer.status >= 500) throw new Error(serviceNote("service.answered", { status: answer.status }));
}

async function checkServices(services: Services): Promise<Sample[]> {
  const { config, db, graph, mpesa, daraja, cards, etims } = services;
  return Promise.all([
    check("web", () => answersOk(new URL("/healthz", config.appUrl).href)),
    check("api", () => answersOk(new URL("/api/auth/me", config.apiBaseUrl ?? config.appUrl).href)),
    check("worker", async () => {
      const { sharing } = await sendingSessions(db.system);
      return sharing.length === 0
        ? { state: "down", detail: serviceNote("service.no_heartbeat") }
        : undefined;
    }),
    check("database", async () => {
      await db.system.query("select 1");
      return undefined;
    }),
    check("queue", async () => {
      const { oldestSeconds } = await readQueue(services);
      return oldestSeconds > 300
        ? { state: "degraded", detail: serviceNote("service.job_waits") }
        : undefined;
    }),
    check("graph", async () => {
      // Without a token Meta refuses, which is a response.
      await graph.call({ method: "GET", path: "/me" }).catch((error: unknown) => {
        if (!(error instanceof GraphError) || error.status >= 500) throw error;
      });
      return undefined;
    }),
    ...(daraja ? [check("daraja", () => mpesa.reach().then(() => undefined))] : []),
    ...(cards ? [check("cards", () => cards.reach().then(() => undefined))] : []),
    ...(etims ? [check("etims", () => etims.reach().then(() => undefined))] : []),
    check("smtp", () => (config.smtpUrl ? greeted(new URL(config.smtpUrl)) : Promise.resolve(undefined))),
  ]);
}

/** An email server greets with 220 on connecting; one with immediate TLS only needs to accept. */
const greeted = (url: URL) =>
  new Promise<undefined>((resolve, reject) => {
    const isSecure = url.protocol === "smtps:";
    const socket = connect({ host: url.hostname, port: Number(url.port) || (isSecure ? 465 : 587) });
    const end = (error?: Error) => {
      socket.destroy();
      if (error) reject(error);
      else resolve(undefined);
    };
    socket.setTimeout(patienceMs, () => end(new Error(serviceNote("service.no_greeting"))));
    socket.on("error", end);
    if (isSecure) socket.on("connect", () => end());
    socket.on("data", (data) =>
      end(data.toString().startsWith("220") ? undefined : new Error(serviceNote("service.refuses_mail"))),
    );
  });

/** Due jobs, and how long the oldest waits. */
async function readQueue({ db }: Pick<Services, "db">) {
  const made = await db.system.query<{ made: boolean }>(
    "select to_regclass('pgboss.job') is not null as made",
  );
  if (!made.rows[0]?.made) return { depth: 0, oldestSeconds: 0, failed: 0 };
  const { rows } = await db.system.query<{ depth: number; oldestSeconds: number; failed: number }>(
    `select count(*) filter (where state < 'active')::int as depth,
        coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8 as "oldestSeconds",
        count(*) filter (where state = 'failed' and completed_on > now() - interval '1 hour')::int as failed
      from pgboss.job where state <= 'active' and start_after <= now() or state = 'failed' and completed_on > now() - interval '1 hour'`,
  );
  return rows[0]!;
}

const serverText = `select (select count(*) from webhook_events)::int as waiting,
  (select coalesce(extract(epoch from now() - min(received_at)), 0) from webhook_events)::float8 as lag,
  (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
  pg_database_size(current_database()) as bytes`;

const trafficText = `select
  (select coalesce(sum(count), 0) from hourly_totals where hour = date_trunc('hour', now()) and direction = 'out' and state = 'accepted')::int as accepted,
  (select coalesce(sum(count), 0) from hourly_totals where hour = date_trunc('hour', now()) and direction = 'out' and state = 'failed')::int as failed,
  (select coalesce(sum(count), 0) from send_minutes where minute = date_trunc('minute', now()) - interval '1 minute')::float8 / 60 as posted`;

async function countWork({ db }: Services): Promise<Sample[]> {
  const queue = await readQueue({ db });
  const server = await db.system.query<{ waiting: number; lag: number; connections: number; bytes: number }>(
    serverText,
  );
  const traffic = await db.system.query<{ accepted: number; failed: number; posted: number }>(trafficText);
  const work = { ...server.rows[0]!, ...traffic.rows[0]! };
  const sent = work.accepted + work.failed;
  return [
    { series: "queue:depth", value: queue.depth },
    { series: "queue:oldest", value: queue.oldestSeconds },
    { series: "queue:failed", value: queue.failed },
    { series: "webhooks:waiting", value: work.waiting },
    { series: "webhooks:lag", value: work.lag },
    { series: "messages:hour", value: work.accepted },
    { series: "messages:rate", value: work.posted },
    { series: "messages:failing", value: sent === 0 ? 0 : work.failed / sent },
    { series: "database:connections", value: work.connections },
    { series: "database:bytes", value: work.bytes },
  ];
}
