import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type pg from "pg";
import { restore } from "#app/db/backup.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { applyUntil, migrationNames } from "#tests/support/applyUntil.ts";
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
import { connectAsOwner, type OwnedServices } from "#tests/support/owner.ts";
import {
  freePort,
  type RunningProcess,
  serverFile,
  startNode,
  untilAnswers,
} from "#tests/support/processes.ts";
import { startBalancer } from "../../scripts/balancer.mjs";
import { addMessages, contentsOf, copyRows, differencesOf, inClient, newDatabase } from "./databases.ts";
import type { Scenario } from "./deaths.ts";
import { secondsSince } from "./fleet.ts";
import { type Ground, pause } from "./ground.ts";
import { startLoad } from "./load.ts";
import { callerOf } from "./sends.ts";

/** So many migrations are applied by the upgrade. */
const behind = 5;
/** Without an answer for at most this long after the migrations. */
const mostSecondsToStart = 5;
const longestUpgradeMs = 30 * 60_000;

/**
 * An upgrade over the last five migrations, while a campaign runs and pages, messages by the API and webhooks arrive at
 * a front that holds them. The data of before: a campaign half sent by this version, put into the schema of five
 * migrations ago, and many old messages. Afterwards the backup of before is restored, as an operator goes back.
 */
export const upgrade: Scenario = async (ground, { short }) => {
  const sizes = short ? { messages: 3000, recipients: 300 } : { messages: 1_000_000, recipients: 5000 };
  const names = migrationNames();
  const last = names.length - 1 - behind;
  const earlierUrl = await newDatabase(ground);
  await inClient(earlierUrl, async (client) => {
    await applyUntil(client, last);
    await addMessages(client, sizes.messages);
  });
  const installation = await install(ground);
  let load: ReturnType<typeof startLoad> | undefined;
  try {
    const work = await startWork(installation, sizes.recipients);
    load = work.load;
    await copyRows(installation.modelUrl, earlierUrl);
    const before = await contentsOf(earlierUrl);
    const secondsOf = short ? undefined : await costsOfMigrations(ground, earlierUrl, last);
    const times = await startOn(installation, { url: earlierUrl, migrations: names.length, load: work.load });
    await pause(short ? 1000 : 10_000);
    const calls = await work.load.end();
    const verdict = await verdictOn(ground, earlierUrl, { ...work, recipients: sizes.recipients, calls });
    await installation.stop();
    const { url, ...back } = await goBack(ground, installation.backup(), last);
    const differences = differencesOf(before, await contentsOf(url));
    console.log(JSON.stringify({ crash: "upgrade", from: names[last], ...sizes, ...times, secondsOf }));
    console.log(JSON.stringify({ crash: "upgrade-verdict", ...verdict, ...back, differences }));
    const isWhole = verdict.lost + verdict.doubled + verdict.stuck === 0 && verdict.brokenBook === null;
    return isWhole && differences.length === 0 && (short || times.startS <= mostSecondsToStart);
  } finally {
    load?.giveUp();
    await installation.close();
  }
};

/** A server behind a front that holds requests while none responds, and a database of today's schema. */
async function install(ground: Ground) {
  const modelUrl = await newDatabase(ground);
  await migrate(modelUrl);
  const db = connectAsOwner(modelUrl);
  const folder = mkdtempSync(path.join(os.tmpdir(), "tarishi-upgrade-"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const front = await startBalancer({
    port: Number(ground.environment.PORT),
    screens: [address],
    apis: [address],
    patientMs: longestUpgradeMs,
  });
  let server: RunningProcess | undefined;
  return {
    modelUrl,
    model: { ...ground, services: { ...ground.services, db } },
    folder,
    backup: () => path.join(folder, backupIn(folder) ?? ""),
    /** Resolves when the process is started, not when it responds. */
    start(env: Record<string, string>) {
      const own = { ROLES: "web,api,worker", NODE_ENV: "production", UNKNOWN_GRACE_SECONDS: "30" };
      const settings = { ...ground.environment, ...own, PORT: String(port), DATA_DIR: folder, ...env };
      const started = startNode(serverFile, settings);
      server = started;
      return () => untilAnswers(`${address}/readyz`, started, longestUpgradeMs);
    },
    /** Fails with the output of a server that has ended. */
    checkRunning() {
      const { process: its, output } = server!;
      if (its.exitCode !== null) throw new Error(`the server ended with ${its.exitCode}:\n${output()}`);
    },
    stop: async () => server?.kill("SIGTERM"),
    async close() {
      await server?.kill("SIGKILL");
      front.close();
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Installation = Awaited<ReturnType<typeof install>>;

/** What runs when the version of before is stopped: a campaign with a third sent, and the load, which continues. */
async function startWork(installation: Installation, recipients: number) {
  const { model, modelUrl } = installation;
  const { environment, simulatorUrl } = model;
  await installation.start({ DATABASE_URL: modelUrl })();
  const campaign = await runningCampaign(model, recipients);
  const caller = await callerOf(model);
  const { key, phoneNumberId } = caller;
  const load = startLoad({ front: environment.APP_URL, key, simulatorUrl, phoneNumberId });
  const isThirdSent = async () =>
    (await ledgerOf(simulatorUrl, campaign.phoneNumberId)).length > recipients / 3;
  await until("a third is sent", isThirdSent, 120_000);
  await installation.stop();
  return { campaign, caller, load };
}

async function runningCampaign({ services, simulatorUrl, environment }: Ground, recipients: number) {
  const orgId = newId("org") as OrgId;
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    displayPhoneNumber: "+254720111222",
    verifiedName: "Duka",
    throughput: 80,
    webhookUrl: `${environment.APP_URL}/api/hooks/meta`,
    verifyToken: environment.META_WEBHOOK_VERIFY_TOKEN,
  });
  const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
  const sender = await connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond: 80 });
  const campaignId = await sendingCampaign(services, { orgId, ...sender, recipients });
  return { orgId, campaignId, phoneNumberId: sender.phoneNumberId };
}

/** Seconds of each migration, on a copy. */
async function costsOfMigrations(ground: Ground, earlierUrl: string, last: number) {
  const copy = await newDatabase(ground, earlierUrl);
  const costs: Record<string, number> = {};
  await inClient(copy, async (client) => {
    for (const [n, name] of migrationNames().entries()) {
      if (n <= last) continue;
      const from = performance.now();
      await applyUntil(client, n);
      costs[name] = secondsSince(from);
    }
  });
  return costs;
}

const backupIn = (folder: string) =>
  readdirSync(folder).find((name) => /^tarishi-before-\d+\.gz$/.test(name));

interface Start {
  url: string;
  migrations: number;
  load: ReturnType<typeof startLoad>;
}

/** Starts this version on the database of before. Returns the seconds of the parts, and without any answer. */
async function startOn(installation: Installation, { url, migrations, load }: Start) {
  const { folder } = installation;
  const startedAt = performance.now();
  const untilReady = installation.start({ DATABASE_URL: url, BACKUP_BEFORE_MIGRATION: folder });
  await until("the backup is written", async () => backupIn(folder), longestUpgradeMs);
  const backupS = secondsSince(startedAt);
  const isMigrated = (client: pg.Client) => async () => {
    installation.checkRunning();
    const { rows } = await client.query("select count(*)::int as n from drizzle.__drizzle_migrations");
    return rows[0].n === migrations;
  };
  await inClient(url, (client) => until("all is migrated", isMigrated(client), longestUpgradeMs));
  const migratedS = secondsSince(startedAt);
  await untilReady();
  const withoutAnswersS = await load.secondsUntilAnswer(startedAt);
  const rounded = (seconds: number) => Math.round(seconds * 10) / 10;
  return {
    withoutAnswersS,
    backupS,
    migrationsS: rounded(migratedS - backupS),
    startS: rounded(withoutAnswersS - migratedS),
  };
}

interface Sent {
  campaign: Awaited<ReturnType<typeof runningCampaign>>;
  caller: Awaited<ReturnType<typeof callerOf>>;
  recipients: number;
  calls: { pages: number; messages: number; customers: number };
}

const openIn = ({ queued = 0, unknown = 0, accepted = 0, sent = 0 }: Record<string, number>) =>
  queued + unknown + accepted + sent;

/** What was lost, doubled or is stuck, of the campaign, the API's messages and the customers' messages. */
async function verdictOn(
  { services: { config }, simulatorUrl }: Ground,
  url: string,
  { campaign, caller, recipients, calls }: Sent,
) {
  const db = connectAsOwner(url);
  const services = { config, db } as unknown as OwnedServices;
  const states = () => statesOf(services, campaign.orgId, campaign.campaignId);
  const sentTo = async (phoneNumberId: string) =>
    (await ledgerOf(simulatorUrl, phoneNumberId)).map(({ to }) => to);
  const written = async () => {
    const { rows } = await db.owner.query<{ in: number; out: number }>(
      `select count(*) filter (where direction = 'in')::int as in, count(*) filter (where direction = 'out')::int as out
        from messages where org_id = $1`,
      [caller.orgId],
    );
    return rows[0]!;
  };
  const isDone = async () => {
    const { rows, campaign: its } = await states();
    const isCampaignDone = its.status === "completed" && openIn(rows) === 0;
    const isApiDone = (await sentTo(caller.phoneNumberId)).length >= calls.messages;
    return isCampaignDone && isApiDone && (await written()).in >= calls.customers;
  };
  await until("all is sent and received", isDone, 300_000, async () => [
    await states(),
    await written(),
  ]).catch((error: Error) => console.error(error.message));
  const [campaignTo, apiTo] = [await sentTo(campaign.phoneNumberId), await sentTo(caller.phoneNumberId)];
  const stored = await written();
  const people = new Set(campaignTo).size + new Set(apiTo).size;
  const verdict = {
    ...{ recipients, ...calls },
    lost: recipients + calls.messages - people + Math.max(0, calls.customers - stored.in),
    doubled:
      campaignTo.length +
      apiTo.length -
      people +
      Math.max(0, stored.in - calls.customers) +
      Math.max(0, stored.out - calls.messages),
    stuck: openIn((await states()).rows),
    brokenBook: (await verifyLedger({ db })).broken,
  };
  await db.close();
  return verdict;
}

/** As an operator goes back: the schema of before in an empty database, filled from the backup. */
async function goBack(ground: Ground, file: string, last: number) {
  const url = await newDatabase(ground);
  await inClient(url, (client) => applyUntil(client, last));
  const from = performance.now();
  const { rows } = await restore(url, file);
  return { url, restoredRows: rows, restoreS: secondsSince(from) };
}
