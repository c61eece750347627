import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { createLogger } from "#app/platform/run/logger.server.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { createGraph } from "#app/providers/meta/graph.server.ts";
import { connectNumber } from "#tests/support/campaign.ts";
import { connectAsOwner, type OwnedServices } from "#tests/support/owner.ts";
import { startNode } from "#tests/support/processes.ts";

/**
 * The base of every benchmark: a PostgreSQL with real fsync, the stub in its own process, and the services.
 */
export async function prepareGround() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tarishi-bench-"));
  const postgres = await startEmbeddedPostgres(dataDir);
  await migrate(postgres.databaseUrl);
  const stub = startNode("tests/bench/stubProcess.ts", {});
  while (!/^\d+\n/.test(stub.output())) await new Promise((resolve) => setTimeout(resolve, 20));
  const stubUrl = `http://127.0.0.1:${stub.output().trim()}`;
  const environment = {
    DATABASE_URL: postgres.databaseUrl,
    SMTP_URL: "smtp://127.0.0.1:9",
    APP_URL: "http://127.0.0.1:4999",
    DATA_DIR: dataDir,
    GRAPH_API_URL: stubUrl,
    LOG_LEVEL: "error",
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    META_APP_ID: "1",
    META_APP_SECRET: randomBytes(16).toString("hex"),
    META_CONFIG_ID: "1",
    META_WEBHOOK_VERIFY_TOKEN: "verify-me",
  };
  const config = parseConfig(environment);
  const services: OwnedServices = {
    config,
    // Inserts and counts here take longer than a page may.
    db: connectAsOwner(postgres.databaseUrl, { limits: { pages: { statementMs: 15 * 60_000 } } }),
    clock: systemClock,
    log: createLogger("error"),
    jobs: { enqueue: async () => undefined, retry: async () => undefined, cancel: async () => undefined },
    graph: createGraph({ url: stubUrl, version: "v25.0" }),
    mpesa: undefined as unknown as OwnedServices["mpesa"],
    daraja: undefined,
    cards: undefined,
    etims: undefined,
    sms: undefined as unknown as OwnedServices["sms"],
  };

  /** An organisation with a number that may send `throughputPerSecond`. */
  async function newSender(throughputPerSecond: number) {
    const orgId = newId("org") as OrgId;
    const phoneNumberId = String(Math.floor(Math.random() * 1e15));
    const account = {
      wabaId: String(Math.floor(Math.random() * 1e15)),
      phoneNumberId,
      accessToken: "EAAbench",
    };
    const sender = await connectNumber(services, orgId, account, { throughputPerSecond });
    return { orgId, ...sender };
  }

  return {
    services,
    environment,
    stubUrl,
    dataDir,
    postgres,
    newSender,
    async close() {
      await stub.kill("SIGTERM");
      await services.graph.close();
      await services.db.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Ground = Awaited<ReturnType<typeof prepareGround>>;
