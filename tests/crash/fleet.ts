import path from "node:path";
import { type Sessions, sendingSessions } from "#app/domain/messaging/sender/lifeline.server.ts";
import { sessionOfHolder } from "#app/domain/messaging/sender/tenure.server.ts";
import { until } from "#tests/support/campaign.ts";
import { freePort, type RunningProcess } from "#tests/support/processes.ts";
import { startBalancer } from "../../scripts/balancer.mjs";
import type { Ground } from "./ground.ts";

/** One process of a deployment, with a disk of its own. */
export interface Part {
  name: string;
  isWorker: boolean;
  url: string;
  start(): Promise<void>;
  /** Resolves when it has ended. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** The last worker's clock is an hour behind: nothing may be lost, doubled or stuck for it. */
const clockBehind = { NODE_OPTIONS: `--import=${path.join(import.meta.dirname, "clockBehind.mjs")}` };

/** Statuses of six processes on a busy machine take longer than those of one. A deployment waits for five minutes. */
const graceSeconds = "15";

/** A process of its own roles; `start` resolves when it accepts requests. */
export async function partOf(ground: Ground, name: string, env: Record<string, string>): Promise<Part> {
  const port = String(await freePort());
  const dataDir = path.join(ground.environment.DATA_DIR, name);
  let running: RunningProcess | undefined;
  return {
    name,
    isWorker: env.ROLES === "worker",
    url: `http://127.0.0.1:${port}`,
    async start() {
      running = await ground.startServer({
        ...env,
        PORT: port,
        DATA_DIR: dataDir,
        UNKNOWN_GRACE_SECONDS: graceSeconds,
      });
    },
    async end(signal) {
      await running?.kill(signal);
    },
  };
}

/**
 * 1 process for screens, 2 for the API, 3 that send, behind one address, which skips a process that is down. Started one
 * after the other.
 */
export async function startFleet(ground: Ground) {
  const { PORT, APP_URL } = ground.environment;
  const apis = [1, 2].map((n) => partOf(ground, `api-${n}`, { ROLES: "api" }));
  const web = partOf(ground, "web", { ROLES: "web", API_BASE_URL: APP_URL });
  const workers = [1, 2, 3].map((n) =>
    partOf(ground, `worker-${n}`, { ROLES: "worker", ...(n === 3 && clockBehind) }),
  );
  const parts = await Promise.all([...apis, web, ...workers]);
  const urlsOf = (role: string) => parts.filter(({ name }) => name.startsWith(role)).map(({ url }) => url);
  const addresses = { apis: urlsOf("api"), screens: urlsOf("web") };
  const balancer = await startBalancer({ port: Number(PORT), ...addresses });
  for (const part of parts) await part.start();
  return {
    parts,
    apis: addresses.apis,
    async close() {
      await Promise.all(parts.map((part) => part.end("SIGKILL")));
      balancer.close();
    },
  };
}

/** How many numbers each living worker holds, and how many a killed one still does. */
export async function holdingsOf({ services }: Ground) {
  const { rows } = await services.db.system.query<{ session: string; numbers: number }>(
    `select ${sessionOfHolder} as session, count(*)::int as numbers from dispatchers where expires_at > now() group by 1`,
  );
  const sessions = await sendingSessions(services.db.system);
  const held = new Map(rows.map(({ session, numbers }) => [session, numbers]));
  return { sessions, held, byWorker: sessions.sharing.map((id) => held.get(id) ?? 0) };
}

/** Even: within one number, or ten percent of a share. */
export const isEven = (byWorker: readonly number[]): boolean => {
  const share = byWorker.reduce((sum, each) => sum + each, 0) / byWorker.length;
  return Math.max(...byWorker) - Math.min(...byWorker) <= Math.max(1, share / 10);
};

/** Seconds since `from` until so many workers share nearly all numbers evenly. */
export async function secondsUntilEven(ground: Ground, workers: number, numbers: number, from: number) {
  const even = async () => {
    const { byWorker } = await holdingsOf(ground);
    const all = byWorker.reduce((sum, each) => sum + each, 0);
    return byWorker.length === workers && all >= numbers * 0.95 && isEven(byWorker);
  };
  await until("the numbers are shared evenly", even, 60_000, async () => (await holdingsOf(ground)).byWorker);
  return secondsSince(from);
}

/** Seconds since `from` until every number of an ended session that has a campaign has another sender. */
export async function secondsUntilTaken({ services }: Ground, session: string, from: number) {
  const isTaken = async () => {
    const { rowCount } = await services.db.system.query(
      `select 1 from dispatchers d join campaigns c using (org_id, phone_number_id)
        where ${sessionOfHolder} = $1 and c.status = 'sending' limit 1`,
      [session],
    );
    return rowCount === 0;
  };
  await until("the numbers of the killed worker are taken", isTaken, 60_000);
  return secondsSince(from);
}

/** The session that a kill has ended. */
export async function endedSession(ground: Ground, before: Sessions): Promise<string> {
  return until("the killed worker's session ends", async () => {
    const { alive } = await sendingSessions(ground.services.db.system);
    return [...before.alive].find((id) => !alive.has(id));
  });
}

export const secondsSince = (from: number) => Math.round((performance.now() - from) / 100) / 10;
