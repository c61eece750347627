import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  ledgerOf,
  type SimulatedAccount,
  sendingCampaign,
  standOf,
  statesOf,
  until,
} from "#tests/support/campaign.ts";
import { connectAsOwner, type OwnedServices } from "#tests/support/owner.ts";
import {
  freePort,
  type RunningProcess,
  serverFile,
  startNode,
  untilAnswers,
} from "#tests/support/processes.ts";
import { inClient } from "./databases.ts";

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const between = (low: number, high: number) => low + Math.random() * (high - low);

/**
 * The base of every crash test: a PostgreSQL, the simulator in its own process, and servers that may be
 * killed.
 */
export async function prepareGround() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "tarishi-crash-"));
  const simulatorPort = await freePort();
  const port = await freePort();
  const secrets = {
    SESSION_SECRET: randomBytes(24).toString("hex"),
    ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    META_APP_ID: "100000000000001",
    META_APP_SECRET: randomBytes(16).toString("hex"),
    META_CONFIG_ID: "1",
    META_WEBHOOK_VERIFY_TOKEN: "verify-me",
  };
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const webhookUrl = `http://127.0.0.1:${port}/api/hooks/meta`;
  const postgres = await startEmbeddedPostgres(dataDir);
  // What a killed PostgreSQL has written outlives it without fsync: only the machine could lose it.
  await inClient(postgres.databaseUrl, async (client) => {
    await client.query("alter system set fsync = off");
    await client.query("select pg_reload_conf()");
  });
  await migrate(postgres.databaseUrl);
  const environment = {
    ...secrets,
    DATABASE_URL: postgres.databaseUrl,
    SMTP_URL: "smtp://127.0.0.1:9",
    APP_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    GRAPH_API_URL: simulatorUrl,
    SMS_SIM_PORT: String(await freePort()),
    ROLES: "api,worker",
    UNKNOWN_GRACE_SECONDS: "4",
    LOG_LEVEL: "error",
  };
  const simulatorEnvironment = { ...secrets, GRAPH_SIM_PORT: String(simulatorPort) };
  const simulator = startNode("tests/support/simulatorProcess.ts", simulatorEnvironment, ["--late-readers"]);
  await untilAnswers(`${simulatorUrl}/_sim/health`, simulator);
  const services = {
    config: parseConfig(environment),
    // Inserts and counts here take longer than a page may.
    db: connectAsOwner(postgres.databaseUrl, {
      limits: { pages: { statementMs: 15 * 60_000 } },
      log: () => undefined,
    }),
  } as unknown as OwnedServices;
  const started: RunningProcess[] = [];

  /** A server as it would run in production, with `extra` environment. */
  async function startServer(extra: Record<string, string> = {}): Promise<RunningProcess> {
    const server = startNode(serverFile, { ...environment, ...extra });
    started.push(server);
    await untilAnswers(`http://127.0.0.1:${extra.PORT ?? port}/healthz`, server);
    return server;
  }

  /** A campaign of a new organisation with its own number. */
  async function newCampaign(recipients: number, throughput: number, metaUrl = simulatorUrl) {
    const orgId = newId("org") as OrgId;
    const account = await control<SimulatedAccount>(metaUrl, "/accounts", {
      displayPhoneNumber: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`,
      verifiedName: "Duka",
      throughput,
      webhookUrl,
      verifyToken: "verify-me",
    });
    const metaTemplateId = await approvedTemplate(metaUrl, account, "order_ready");
    const sender = await connectNumber(services, orgId, account, {
      metaTemplateId,
      throughputPerSecond: throughput,
    });
    const campaignId = await sendingCampaign(services, { orgId, ...sender, recipients });
    const { phoneNumberId } = sender;
    return { orgId, campaignId, recipients, phoneNumberId, metaUrl, startedAt: performance.now() };
  }
  type Campaign = Awaited<ReturnType<typeof newCampaign>>;

  const acceptedOf = async ({ metaUrl, phoneNumberId }: Campaign) =>
    (await ledgerOf(metaUrl, phoneNumberId)).length;

  /** Seconds until Meta accepts another message of a campaign. */
  async function secondsUntilNext(what: string, campaign: Campaign): Promise<number> {
    const from = performance.now();
    const before = await acceptedOf(campaign);
    const isMoving = async () => (await acceptedOf(campaign)) > before;
    await until(what, isMoving, 60_000, () => standOf(services, campaign.campaignId));
    return Math.round((performance.now() - from) / 100) / 10;
  }

  /**
   * Lets the campaign end and compares it with what the simulator accepted. A message in doubt is retried at
   * the latest after the time it was in doubt at the last fault, so the faults' duration is waited for once
   * more.
   */
  async function judge(name: string, campaign: Campaign, extra: Record<string, unknown> = {}) {
    const faultsMs = performance.now() - campaign.startedAt;
    const last = await until(
      `${name}: campaign completed`,
      async () => {
        const now = await statesOf(services, campaign.orgId, campaign.campaignId).catch(() => undefined);
        return now?.campaign.status === "completed" && !now.rows.accepted && !now.rows.sent ? now : undefined;
      },
      180_000 + faultsMs,
      () => standOf(services, campaign.campaignId),
    ).catch(async (error: Error) => {
      console.error(error.message);
      return statesOf(services, campaign.orgId, campaign.campaignId);
    });
    const counts = new Map<string, number>();
    for (const { to } of await ledgerOf(campaign.metaUrl, campaign.phoneNumberId))
      counts.set(to, (counts.get(to) ?? 0) + 1);
    const { queued = 0, unknown = 0, accepted = 0, sent = 0 } = last.rows;
    const verdict = {
      crash: name,
      ...extra,
      recipients: campaign.recipients,
      lost: campaign.recipients - counts.size,
      duplicate: [...counts.values()].filter((count) => count > 1).length,
      stuck: queued + unknown + accepted + sent,
      totalsEqualRows: JSON.stringify(last.rows) === JSON.stringify(last.totals),
      campaign: last.campaign.status,
    };
    console.log(JSON.stringify(verdict));
    for (const server of started.splice(0)) {
      // A clean stop ends with 0, and a kill without a code.
      if (server.process.exitCode) console.error(`a server ended by itself:\n${server.output()}`);
      else started.push(server);
    }
    return (
      verdict.lost === 0 &&
      verdict.duplicate === 0 &&
      verdict.stuck === 0 &&
      verdict.totalsEqualRows &&
      last.campaign.status === "completed"
    );
  }

  return {
    simulatorUrl,
    environment,
    postgres,
    services,
    startServer,
    newCampaign,
    acceptedOf,
    secondsUntilNext,
    judge,
    async close() {
      await Promise.all([...started, simulator].map((running) => running.kill("SIGKILL")));
      await services.db.close();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type Ground = Awaited<ReturnType<typeof prepareGround>>;
