import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { collectDefaultMetrics, register } from "prom-client";
import type { ServerBuild } from "react-router";
import { createServer, listen } from "../server.ts";
import { createApi } from "./api/app.server.ts";
import type { Services } from "./api/context.ts";
import { type Config, ConfigError, parseConfig } from "./config.server.ts";
import { connect } from "./db/client.server.ts";
import { startEmbeddedPostgres } from "./db/embedded.server.ts";
import { migrate } from "./db/migrate.server.ts";
import { allJobs } from "./jobs/all.server.ts";
import { createJobs } from "./jobs/jobs.server.ts";
import { createGraph } from "./providers/meta/graph.server.ts";
import { systemClock } from "./shared/clock.ts";
import { createLogger } from "./shared/logger.server.ts";

const root = path.join(import.meta.dirname, "..");

/** Boots one process from the environment: database, migrations, services, and the roles that it is asked to play. */
export async function start(): Promise<void> {
  let config: Config;
  try {
    config = parseConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(78);
  }
  const log = createLogger(config.logLevel);
  const stops: (() => Promise<unknown>)[] = [];

  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir);
  if (embedded) stops.push(() => embedded.stop());
  const databaseUrl = config.databaseUrl ?? embedded!.databaseUrl;
  await migrate(databaseUrl);
  const db = connect(databaseUrl, { log: (error) => log.warn({ err: error }, "database connection lost") });
  stops.push(() => db.close());

  const graph = createGraph({
    url: config.meta.graphApiUrl ?? "https://graph.facebook.com",
    version: config.meta.graphApiVersion,
  });
  stops.push(() => graph.close());
  const jobs = createJobs(databaseUrl, { supervise: config.roles.has("worker"), log });
  stops.push(() => jobs.stop());
  const services: Services = { config, db, clock: systemClock, log, jobs, graph };
  await jobs.prepare(allJobs);
  if (config.roles.has("worker")) await jobs.work(services, allJobs);

  collectDefaultMetrics();
  const development = process.argv.includes("--dev");
  const clientDir = path.join(root, "build", "client");
  const serverBuild = path.join(root, "build", "server", "index.js");
  if (!development && config.roles.has("web") && !existsSync(serverBuild))
    throw new Error("There is no build. Run: npm run build");
  const loaded =
    development || !config.roles.has("web")
      ? undefined
      : ((await import(pathToFileURL(serverBuild).href)) as ServerBuild);
  const app = createServer({
    config,
    log,
    api: config.roles.has("api") ? createApi(services) : undefined,
    build: loaded ? async () => loaded : undefined,
    ready: () => isReady(services),
    metrics: () => register.metrics(),
    clientDir: development ? undefined : clientDir,
  });
  const server = await listen(app, { port: config.port, host: config.host });
  stops.push(() => new Promise((resolve) => server.close(resolve)));
  log.info({ address: config.appUrl, roles: [...config.roles] }, "listening");

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    server.closeIdleConnections();
    for (const step of stops.toReversed())
      await Promise.race([step(), new Promise((r) => setTimeout(r, 6000))]).catch(() => undefined);
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

async function isReady(services: Services): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
  const asked = services.db.owner.query("select count(*) from pgboss.version").then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
