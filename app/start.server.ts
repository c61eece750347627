import { createServer as createHttpServer } from "node:http";
import path from "node:path";
import { collectDefaultMetrics, register } from "prom-client";
import type { ServerBuild } from "react-router";
import { webhooksCanBeStored } from "#app/domain/whatsapp/webhookEvents/canStore.server.ts";
import { type Config, ConfigError, parseConfig } from "#app/platform/config/config.server.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { isBundled, projectRoot } from "#app/platform/run/programs.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { createServer, listen } from "../server.ts";
import { createApi } from "./api/app.server.ts";
import { createMetaWebhook } from "./api/hooks/metaWebhook.server.ts";
import { metaWebhookListener } from "./api/hooks/metaWebhookListener.server.ts";
import { startBuildingIndexes } from "./db/buildIndexes.server.ts";
import { connect } from "./db/client.server.ts";
import { startEmbeddedPostgres } from "./db/embedded.server.ts";
import { MigrationError, migrate } from "./db/migrate.server.ts";
import { closeDemo, demoLogins, loadDemo, refuseDemoWithOthers } from "./demo/load.server.ts";
import { startDevelopment } from "./development.server.ts";
import { platformMetrics } from "./domain/console/samples.server.ts";
import { flushCalls } from "./domain/organisations/apiCalls/log.server.ts";
import type { Services } from "./platform/context.ts";
import { createPaystack } from "./providers/cards/paystack.server.ts";
import { findCardsHost } from "./providers/cards/sandbox.server.ts";
import { startEtimsIfWanted } from "./providers/etims/start.server.ts";
import { startVendorsIfWanted } from "./providers/integrations/sandbox.server.ts";
import { startModelSimulatorIfWanted } from "./providers/llm/sandbox.server.ts";
import { createGraph } from "./providers/meta/graph.server.ts";
import { findGraphHost } from "./providers/meta/sandbox.server.ts";
import { startDaraja } from "./providers/mpesa/start.server.ts";
import { startSms } from "./providers/sms/start.server.ts";
import { registerRooms } from "./registerRooms.ts";
import { httpOptions } from "./web/httpLimits.server.ts";
import { scriptsByLocale } from "./web/scriptsByLocale.server.ts";
import { securityHeaders } from "./web/securityHeaders.server.ts";
import { createSharedPages, sharedPagesListener } from "./web/sharedPages.server.ts";
import { allHandlers } from "./worker/all.server.ts";
import { createHeartbeat } from "./worker/heartbeat.server.ts";
import { createJobs } from "./worker/runner.server.ts";
import { startWorker } from "./worker/start.server.ts";

/**
 * Boots one process from the environment: database, migrations, services, and its configured roles. `screens`
 * loads the screens of the bundle; in development they come from the sources.
 */
export async function start({ screens }: { screens: () => Promise<ServerBuild> }): Promise<void> {
  const config = await orEnd(async () => parseConfig());
  const log = createLogger(config.logLevel);
  // Node.js would print the error with all its content.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "crashed");
    process.exit(1);
  });
  const stops: (() => Promise<unknown>)[] = [];

  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(config.dataDir, config.postgresFolder);
  if (embedded) stops.push(() => embedded.stop());
  const databaseUrl = config.databaseUrl ?? embedded!.databaseUrl;
  const { databaseLogins: logins, backupBeforeMigration: backupFolder } = config;
  await orEnd(() => migrate(databaseUrl, { logins, backupFolder, leavesIndexes: true }), embedded);
  stops.push(startBuildingIndexes(databaseUrl, log));
  const db = connect(databaseUrl, {
    limits: config.databasePools,
    logins,
    log: (error) => log.warn({ reason: error.message }, "database connection lost"),
  });
  stops.push(() => db.close());

  const graphHost = await findGraphHost(config, log);
  stops.push(() => graphHost.close());
  const graph = createGraph({ url: graphHost.url, version: config.meta.graphApiVersion });
  stops.push(() => graph.close());
  const needed = { config, db, clock: systemClock, log };
  const { mpesa, daraja } = await startDaraja(needed);
  stops.push(() => mpesa.close());
  const cardsHost = config.cards && (await findCardsHost(config, config.cards, log));
  if (cardsHost) stops.push(() => cardsHost.close());
  const cards =
    config.cards &&
    cardsHost &&
    createPaystack({ ...needed, ...cardsHost, secretKey: config.cards.secretKey });
  if (cards) stops.push(() => cards.close());
  const etims = await startEtimsIfWanted(needed);
  if (etims) stops.push(() => etims.close());
  const sms = await startSms(needed);
  stops.push(() => sms.close());
  const modelSimulator = await startModelSimulatorIfWanted(config, log);
  if (modelSimulator) stops.push(() => modelSimulator.close());
  const vendors = await startVendorsIfWanted(config, log);
  if (vendors) stops.push(() => vendors.close());
  const jobs = createJobs(databaseUrl, { supervise: config.roles.has("worker"), log, logins });
  stops.push(() => jobs.stop());
  registerRooms();
  const services: Services = {
    ...needed,
    jobs,
    graph,
    mpesa,
    daraja,
    cards,
    etims,
    sms,
  };
  stops.push(() => flushCalls(services));
  await jobs.prepare(allHandlers);
  if (config.demo && config.databaseUrl) await refuseDemoWithOthers(services);
  if (config.demo) await loadDemo(services);
  else if (config.roles.has("api")) await closeDemo(services);

  collectDefaultMetrics();
  const http = createHttpServer(httpOptions);
  const serves = config.roles.has("web");
  const development = serves && process.argv.includes("--dev") ? await startDevelopment(http) : undefined;
  if (development) stops.push(() => development.close());
  const clientDir = path.join(projectRoot, "build", "client");
  if (serves && !development && !isBundled)
    throw new Error("There is no build of these sources. Run: npm run build");
  const built = serves && !development ? await screens() : undefined;
  const sharedPages = built && createSharedPages(securityHeaders(config), systemClock);
  const app = createServer({
    config,
    log,
    api: config.roles.has("api") ? createApi(services) : undefined,
    assets: built ? scriptsByLocale() : {},
    build: development?.build ?? (built ? async () => built : undefined),
    ready: () => isReady(services),
    metrics: async () => `${await register.metrics()}\n${await platformMetrics({ services })}`,
    sharedPages,
    clientDir: development ? undefined : clientDir,
  });
  const server = await listen(app, {
    port: config.port,
    host: config.host,
    server: http,
    listeners: [
      ...(config.roles.has("api")
        ? [metaWebhookListener(createMetaWebhook(services), securityHeaders(config))]
        : []),
      ...(sharedPages ? [sharedPagesListener(sharedPages)] : []),
    ],
    ...(development ? { before: development.middleware } : {}),
  });
  const heartbeat = createHeartbeat(services);
  stops.push(() => heartbeat.stop());
  stops.push(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    // Event streams stay open as long as a page is visible.
    setTimeout(() => server.closeAllConnections(), 2000).unref();
    await closed;
  });
  if (config.roles.has("api")) await heartbeat.start();
  if (config.roles.has("worker")) {
    const worker = await startWorker(services, jobs);
    stops.push(() => worker.stop());
  }
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    server.closeIdleConnections();
    for (const step of stops.toReversed())
      await Promise.race([step(), new Promise((r) => setTimeout(r, 6000))]).catch(() => undefined);
    process.exit(0);
  };
  // A terminal and the process that started this one may both forward a signal; the second must not interrupt
  // the shutdown.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  // Last: whoever reads this may send a signal at once.
  const { user, system } = process.cpuUsage();
  const cost = { cpuMs: Math.round((user + system) / 1000), residentBytes: process.memoryUsage.rss() };
  log.info({ address: config.appUrl, roles: [...config.roles], ...cost }, "listening");
  if (serves) console.log(welcome(config));
}

/** Ends with EX_CONFIG, on which systemd does not restart, where the operator must change something. */
async function orEnd<T>(step: () => Promise<T>, embedded?: { stop(): Promise<void> }): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof MigrationError)) throw error;
    await embedded?.stop();
    console.error(error.message);
    process.exit(78);
  }
}

/** The address to open, and the account to sign in with. */
function welcome(config: Config): string {
  const lines = [`${config.brand.name} is at ${config.appUrl}`];
  if (config.demo) {
    lines.push(
      `  business: ${demoLogins.individual}   administrator: ${demoLogins.admin}   partner: ${demoLogins.partner}   password: ${demoLogins.password}`,
    );
    if (!config.smtpUrl) lines.push(`  mails are written to ${path.join(config.dataDir, "outbox")}`);
  }
  return `\n${lines.join("\n")}\n`;
}

async function isReady(services: Services): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 2000, false).unref());
  const probe = services.db.system.query("select count(*) from pgboss.version").then(
    () => webhooksCanBeStored(services.db),
    () => false,
  );
  return Promise.race([probe, late]);
}
