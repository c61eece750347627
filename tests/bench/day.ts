import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { signedIn } from "#tests/crash/imports.ts";
import { control, until } from "#tests/support/campaign.ts";
import { connectAsOwner } from "#tests/support/owner.ts";
import { cpuMsOf, familyOf, residentMbOf, sharedMbOf } from "#tests/support/processStats.ts";
import { removeDataDir, startServer, type TestServer } from "#tests/support/server.ts";
import { nodeEnvironment } from "../../scripts/nodeSettings.mjs";
import { newCaller } from "./api.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";
import { atPace, sendByApi, simulatedSender, startSimulator } from "./simulated.ts";

/** JavaScript's share of the gigabyte: the rest is for compression, PostgreSQL, and the file cache. */
const heapMb = 512;
/** A member may send two messages a second, and the API has limits of each organisation: a day with conversations has several. */
const severalOrganisations = 10;
const longestWaitMs = 600_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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

function figuresOf(times: readonly number[]) {
  const ms = (share: number) => Math.round(percentile(times, share) * 10) / 10;
  return { p50Ms: ms(0.5), p99Ms: ms(0.99), maxMs: ms(1) };
}

interface Caller {
  orgId: string;
  key: string;
  phoneNumberId: string;
  /** Of a member's session. */
  cookie: string;
}

interface DayOptions {
  /** Sent by the API. */
  messages: number;
  /** A customer writes, and a member replies. */
  conversations: number;
  seconds: number;
}

interface Day extends DayOptions {
  services: Ground["services"];
  callers: readonly Caller[];
  url: string;
  simulatorUrl: string;
}

/** Sends at an even rate by the API, in turn for each organisation. */
async function sendAll({ callers, url, messages, seconds }: Day) {
  const answers = await atPace(messages / seconds, seconds, (n) =>
    sendByApi(url, callers[n % callers.length]!.key, n),
  );
  const refused: Record<string, number> = {};
  for (const { status, code } of answers.filter(({ status }) => status !== 202))
    refused[`${status} ${code}`] = (refused[`${status} ${code}`] ?? 0) + 1;
  const accepted = answers.filter(({ status }) => status === 202).length;
  return { sent: answers.length, accepted, refused, ...figuresOf(answers.map(({ ms }) => ms)) };
}

/** Customers write at an even rate, and a member replies to each as soon as the conversation is there. */
async function replyToAll({ services, callers, url, simulatorUrl, conversations, seconds }: Day) {
  const times: number[] = [];
  const refused: number[] = [];
  const opened = watchConversations(services);
  await atPace(conversations / seconds, seconds, async (n) => {
    const { orgId, phoneNumberId, cookie } = callers[n % callers.length]!;
    const phone = `2547${String(n).padStart(8, "0")}`;
    await control(simulatorUrl, "/inbound", {
      phoneNumberId,
      from: phone,
      name: "Asha",
      text: "Bei ni gani?",
    });
    const conversationId = await opened.with(orgId, `+${phone}`);
    const from = performance.now();
    const answer = await fetch(`${url}/api/conversations/${conversationId}/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie },
      body: JSON.stringify({ text: "Shilingi mia tano.", key: `reply-${String(n).padStart(16, "0")}` }),
    });
    times.push(performance.now() - from);
    if (!answer.ok) refused.push(answer.status);
    return answer;
  });
  await opened.end();
  return { replies: times.length, refused: refused.length, ...figuresOf(times) };
}

/**
 * Waits for conversations, all by one question each 200 ms: the answers come from the measured core, so that one
 * question for each of them would slow what it waits for.
 */
function watchConversations({ db }: Ground["services"]) {
  const waiting = new Map<string, (id: string) => void>();
  const keyOf = (orgId: string, phone: string) => `${orgId} ${phone}`;
  const ask = async () => {
    const keys = [...waiting.keys()].map((key) => key.split(" "));
    if (keys.length === 0) return;
    const { rows } = await db.system.query<{ id: string; orgId: string; phone: string }>(
      `select v.id, c.org_id as "orgId", c.phone from unnest($1::text[], $2::text[]) as w(org_id, phone)
        join contacts c on c.org_id = w.org_id and c.phone = w.phone
        join conversations v on v.org_id = c.org_id and v.contact_id = c.id`,
      [keys.map(([orgId]) => orgId), keys.map(([, phone]) => phone)],
    );
    for (const { id, orgId, phone } of rows) {
      waiting.get(keyOf(orgId, phone))?.(id);
      waiting.delete(keyOf(orgId, phone));
    }
  };
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      await ask();
      await pause(200);
    }
  })();
  return {
    with: (orgId: string, phone: string) =>
      new Promise<string>((resolve, reject) => {
        const end = setTimeout(() => reject(new Error(`No conversation with ${phone}`)), longestWaitMs);
        waiting.set(keyOf(orgId, phone), (id) => {
          clearTimeout(end);
          resolve(id);
        });
      }),
    async end() {
      isOver = true;
      await work;
    },
  };
}

/** Waits until each message is delivered, and counts what is stored. */
async function countAll({ services, callers }: Pick<Day, "services" | "callers">) {
  const orgIds = callers.map(({ orgId }) => orgId);
  const areAllDelivered = async () => {
    await pause(1000);
    const { rows } = await services.db.system.query<{ done: boolean }>(
      "select not exists (select 1 from messages where org_id = any($1) and state in ('queued', 'unknown', 'accepted', 'sent')) as done",
      [orgIds],
    );
    return rows[0]!.done;
  };
  await until("all delivered", areAllDelivered, longestWaitMs);
  const { rows } = await services.db.system.query<{ incoming: number; outgoing: number }>(
    `select count(*) filter (where direction = 'in')::int as incoming,
      count(*) filter (where direction = 'out')::int as outgoing from messages where org_id = any($1)`,
    [orgIds],
  );
  return rows[0]!;
}

/** Organisations with a number, a key and a signed-in member. */
async function newCallers(services: Ground["services"], simulatorUrl: string, url: string, count: number) {
  const callers: Caller[] = [];
  const newSender = (perSecond: number) => simulatedSender({ services, simulatorUrl, url }, perSecond);
  while (callers.length < count) {
    const caller = await newCaller({ services, newSender }, 80);
    callers.push({ ...caller, cookie: await signedIn({ services }, caller.orgId) });
  }
  return callers;
}

/** Messages by the API, and conversations, from one core and within 1 GB, for some time. */
export async function benchDay(ground: Ground, options: DayOptions): Promise<void> {
  if (lastCore < 1) throw new Error("The server gets one core and its senders another: this machine has one");
  keepTo(`1-${lastCore}`);
  const { simulator, simulatorUrl } = await startSimulator(ground.environment);
  const server = await startOnOneCore({ ...ground.environment, GRAPH_API_URL: simulatorUrl });
  const services = { ...ground.services, db: connectAsOwner(server.databaseUrl) };
  const endUse = watchUse(server);
  try {
    const numbers = options.conversations > 0 ? severalOrganisations : 1;
    const callers = await newCallers(services, simulatorUrl, server.url, numbers);
    const day = { ...options, services, callers, url: server.url, simulatorUrl };
    const [api, inbox] = await Promise.all([sendAll(day), replyToAll(day)]);
    const { incoming, outgoing } = await countAll(day);
    const lost = api.accepted + inbox.replies - inbox.refused - outgoing + inbox.replies - incoming;
    print({ bench: "day", ...options, heapMb, numbers, api, inbox, incoming, outgoing, lost, ...endUse() });
  } finally {
    endUse();
    await services.db.close();
    await server.stop();
    await simulator.kill("SIGTERM");
    keepTo(`0-${lastCore}`);
    removeDataDir(server.dataDir);
  }
}
