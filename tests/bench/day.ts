import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { until } from "#tests/support/campaign.ts";
import { connectAsOwner } from "#tests/support/owner.ts";
import { cpuMsOf, familyOf, residentMbOf, sharedMbOf } from "#tests/support/processStats.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";
import { newCaller } from "./api.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";
import { type Answer, atPace, sendByApi, simulatedSender, startSimulator } from "./simulated.ts";

const secondsOfDay = 24 * 60 * 60;

/** JavaScript's share of the gigabyte: the rest is for compression, PostgreSQL, and the file cache. */
const heapMb = 512;

/** Pins this process, and its later children, to some cores. */
const keepTo = (cores: string) =>
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(process.pid)], {
    stdio: "ignore",
  });

const lastCore = os.cpus().length - 1;

/** The built server with its own PostgreSQL, both on the first core; this process uses the others. */
async function startOnOneCore(environment: Record<string, string>): Promise<TestServer> {
  const { DATABASE_URL: _, DATA_DIR: __, ...settings } = environment;
  keepTo("0");
  try {
    return await startServer({
      isEmpty: true,
      env: { ...settings, NODE_OPTIONS: `${nodeEnvironment.NODE_OPTIONS} --max-old-space-size=${heapMb}` },
    });
  } finally {
    keepTo(`1-${lastCore}`);
  }
}

/** CPU and memory of server and database; memory is sampled each second. */
function watchUse(server: TestServer) {
  const pid = server.process.pid!;
  const postmaster = Number(
    readFileSync(path.join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  const cpuMs = () => [cpuMsOf(pid), familyOf(postmaster).reduce((sum, each) => sum + cpuMsOf(each), 0)];
  const [serverBefore, databaseBefore] = cpuMs();
  const startedAt = performance.now();
  let databaseMb = 0;
  let bothMb = 0;
  const watch = setInterval(() => {
    const now = sharedMbOf(familyOf(postmaster));
    databaseMb = Math.max(databaseMb, now);
    bothMb = Math.max(bothMb, now + residentMbOf(pid).now);
  }, 1000);
  return () => {
    clearInterval(watch);
    const passedMs = performance.now() - startedAt;
    const [serverMs, databaseMs] = cpuMs();
    const share = (ms: number) => Math.round((ms / passedMs) * 1000) / 1000;
    return {
      shareOfCore: {
        server: share(serverMs! - serverBefore!),
        database: share(databaseMs! - databaseBefore!),
      },
      peakMb: { server: residentMbOf(pid).peak, database: databaseMb, both: bothMb },
    };
  };
}

function figuresOf(answers: readonly Answer[]) {
  const times = answers.map(({ ms }) => ms);
  const ms = (share: number) => Math.round(percentile(times, share) * 10) / 10;
  const accepted = answers.filter(({ status }) => status === 202).length;
  return { sent: answers.length, accepted, p50Ms: ms(0.5), p99Ms: ms(0.99), maxMs: ms(1) };
}

/** Sends at a rate until time is over, then waits until each message is delivered. */
async function sendForSome(
  services: Ground["services"],
  server: TestServer,
  caller: { orgId: string; key: string },
  options: { messagesADay: number; seconds: number },
) {
  const pace = options.messagesADay / secondsOfDay;
  const answers = await atPace(pace, options.seconds, (n) => sendByApi(server.url, caller.key, n));
  const areAllDelivered = async () => {
    const { rows } = await services.db.system.query<{ done: boolean }>(
      "select not exists (select from messages where org_id = $1 and state in ('queued', 'unknown', 'accepted', 'sent')) as done",
      [caller.orgId],
    );
    return rows[0]!.done;
  };
  await until("all delivered", areAllDelivered, 60_000);
  return figuresOf(answers);
}

/** Sends by the API at the rate of so many messages a day, from one core and within 1 GB, for some time. */
export async function benchDay(
  ground: Ground,
  options: { messagesADay: number; seconds: number },
): Promise<void> {
  if (lastCore < 1) throw new Error("The server gets one core and its senders another: this machine has one");
  keepTo(`1-${lastCore}`);
  const { simulator, simulatorUrl } = await startSimulator(ground.environment);
  const server = await startOnOneCore({ ...ground.environment, GRAPH_API_URL: simulatorUrl });
  const services = { ...ground.services, db: connectAsOwner(server.databaseUrl) };
  const endUse = watchUse(server);
  try {
    const newSender = (perSecond: number) =>
      simulatedSender({ services, simulatorUrl, url: server.url }, perSecond);
    const caller = await newCaller({ services, newSender }, 80);
    const figures = await sendForSome(services, server, caller, options);
    print({ bench: "day", ...options, heapMb, ...figures, ...endUse() });
  } finally {
    endUse();
    await services.db.close();
    await server.stop();
    await simulator.kill("SIGTERM");
    keepTo(`0-${lastCore}`);
    removeDataDir(server.dataDir);
  }
}
