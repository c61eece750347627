import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Services } from "#app/api/context.ts";
import { parseConfig } from "#app/config.server.ts";
import { connect } from "#app/db/client.server.ts";
import { answers, startEmbeddedPostgres } from "#app/db/embedded.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  ledgerOf,
  type SimulatedAccount,
  sendingCampaign,
  statesOf,
  until,
} from "#tests/support/campaign.ts";
import { freePort, type RunningProcess, startNode, untilAnswers } from "#tests/support/processes.ts";

/**
 * Kills the server, PostgreSQL and Meta's answers at random moments of a running campaign, and lets the simulator's
 * ledger judge: every recipient accepted exactly once, none lost, none stuck, totals equal to the rows.
 * `--points 50` is the number of kills; `--short` is the form inside `npm test`.
 */
const { values } = parseArgs({
  options: { points: { type: "string", default: "50" }, short: { type: "boolean", default: false } },
});
const points = values.short ? 3 : Number(values.points);

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
await migrate(postgres.databaseUrl);
const environment = {
  ...secrets,
  DATABASE_URL: postgres.databaseUrl,
  APP_URL: `http://127.0.0.1:${port}`,
  PORT: String(port),
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  GRAPH_API_URL: simulatorUrl,
  ROLES: "api,worker",
  UNKNOWN_GRACE_SECONDS: "4",
  LOG_LEVEL: "error",
};
const simulator = startNode("tests/support/simulatorProcess.ts", {
  ...secrets,
  GRAPH_SIM_PORT: String(simulatorPort),
});
await untilAnswers(`${simulatorUrl}/_sim/health`, simulator);
const services = {
  config: parseConfig(environment),
  db: connect(postgres.databaseUrl, { log: () => undefined }),
} as unknown as Services;

let server: RunningProcess | undefined;
let second: RunningProcess | undefined;
const startServer = async (extra: Record<string, string> = {}) => {
  const started = startNode("server.ts", { ...environment, ...extra });
  await untilAnswers(`http://127.0.0.1:${extra.PORT ?? port}/healthz`, started);
  return started;
};
const between = (low: number, high: number) => low + Math.random() * (high - low);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

/**
 * Lets the campaign end and compares it with what the simulator accepted. A message in doubt is sent again at the latest
 * as long after the last break as it was in doubt then, so the time that the faults took is waited for once more.
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
  ).catch(async () => statesOf(services, campaign.orgId, campaign.campaignId));
  const counts = new Map<string, number>();
  for (const { to } of await ledgerOf(campaign.metaUrl, campaign.phoneNumberId))
    counts.set(to, (counts.get(to) ?? 0) + 1);
  const duplicate = [...counts.values()].filter((count) => count > 1).length;
  const { queued = 0, unknown = 0, accepted = 0, sent = 0 } = last.rows;
  const verdict = {
    crash: name,
    ...extra,
    recipients: campaign.recipients,
    lost: campaign.recipients - counts.size,
    duplicate,
    stuck: queued + unknown + accepted + sent,
    totalsEqualRows: JSON.stringify(last.rows) === JSON.stringify(last.totals),
    campaign: last.campaign.status,
  };
  console.log(JSON.stringify(verdict));
  if (server && server.process.exitCode !== null)
    console.error(`the server ended by itself:\n${server.output()}`);
  return (
    verdict.lost === 0 &&
    duplicate === 0 &&
    verdict.stuck === 0 &&
    verdict.totalsEqualRows &&
    last.campaign.status === "completed"
  );
}

async function endAll() {
  await Promise.all([server, second, simulator].map((running) => running?.kill("SIGKILL")));
  await services.db.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
let ended: Promise<void> | undefined;
const end = () => {
  ended ??= endAll();
  return ended;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)));

let failures = 0;
const check = (good: boolean) => {
  if (!good) failures += 1;
};

try {
  // 1. kill -9 of the server at random moments.
  server = await startServer();
  const killed = await newCampaign(values.short ? 1500 : points * 600, 400);
  // Meta answers late, so that at every kill some messages are accepted whose answers are still under way.
  await control(simulatorUrl, "/faults", {
    phoneNumberId: killed.phoneNumberId,
    kind: "slow",
    ms: 80,
    rate: 1,
  });
  let kills = 0;
  for (; kills < points; kills++) {
    await pause(between(50, 2500));
    await server.kill("SIGKILL");
    server = await startServer();
  }
  check(await judge("kill-9", killed, { points: kills }));
  await control(simulatorUrl, "/faults", undefined, "DELETE");

  // 2. What Meta may do to us, one after the other, on a living server.
  const faults = values.short
    ? ["drop-answer", "webhook-shuffle"]
    : [
        "drop-answer",
        "http500",
        "http429",
        "130429",
        "webhook-duplicate",
        "webhook-shuffle",
        "webhook-outage",
      ];
  for (const kind of faults) {
    const campaign = await newCampaign(values.short ? 300 : 2000, 400);
    await control(simulatorUrl, "/faults", {
      phoneNumberId: campaign.phoneNumberId,
      kind,
      rate: 0.1,
      count: 200,
    });
    if (kind === "webhook-outage") {
      await pause(4000);
      await control(simulatorUrl, "/faults", undefined, "DELETE");
    }
    check(await judge(kind, campaign));
    await control(simulatorUrl, "/faults", undefined, "DELETE");
  }

  // 3. PostgreSQL killed and started again while a campaign runs.
  const databaseKills = values.short ? 1 : 5;
  const survivor = await newCampaign(values.short ? 800 : 4000, 400);
  for (let n = 0; n < databaseKills; n++) {
    await pause(between(300, 1500));
    await postgres.crash();
    await until("PostgreSQL is back", () => answers(postgres.databaseUrl), 30_000);
  }
  check(await judge("postgres-kill-9", survivor, { points: databaseKills }));

  // 4. Two workers on one campaign.
  const secondPort = await freePort();
  second = await startServer({ PORT: String(secondPort), ROLES: "worker" });
  check(await judge("two-workers", await newCampaign(values.short ? 500 : 4000, 400)));
  await Promise.all([server.kill("SIGKILL"), second.kill("SIGKILL")]);

  // 5. As a started clone is: the simulator dies with the server that it runs in.
  const innerPort = await freePort();
  const metaUrl = `http://127.0.0.1:${innerPort}`;
  const startWhole = async () => {
    server = await startServer({ GRAPH_API_URL: "", META_APP_ID: "", GRAPH_SIM_PORT: String(innerPort) });
  };
  await startWhole();
  const whole = await newCampaign(values.short ? 800 : 4000, 200, metaUrl);
  const wholeKills = values.short ? 2 : 10;
  for (let kill = 0; kill < wholeKills; kill++) {
    await control(metaUrl, "/faults", { phoneNumberId: whole.phoneNumberId, kind: "slow", ms: 80, rate: 1 });
    await pause(between(300, 1800));
    await server.kill("SIGKILL");
    await startWhole();
  }
  check(await judge("kill-9-with-simulator", whole, { points: wholeKills }));
} finally {
  await end();
}
console.log(JSON.stringify({ crash: "all", failures }));
process.exit(failures === 0 ? 0 : 1);
