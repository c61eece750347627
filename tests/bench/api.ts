import { Pool } from "undici";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { sendingCampaign } from "#tests/support/campaign.ts";
import { startNode } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";
import { percentile, print, summary } from "./measure.ts";
import { oneTimeCode } from "./oneTimeCode.ts";
import { startServer } from "./serve.ts";

const inFlight = 32;

/** An organisation that may send by the API: a number, an owner, a key, and money. */
export async function newCaller(ground: Pick<Ground, "services" | "newSender">, throughputPerSecond: number) {
  const { services } = ground;
  const sender = await ground.newSender(throughputPerSecond);
  const { orgId } = sender;
  await services.db.withSystem(async (tx) => {
    const userId = newId("usr");
    await tx.insert(users).values({
      id: userId,
      email: `${userId}@bench.test`,
      passwordHash: "-",
      firstName: "Asha",
      lastName: "M",
    });
    await tx.insert(members).values({ orgId, userId, role: "owner" });
    await bookEntry(tx, {
      orgId,
      kind: "top_up",
      about: { code: "credit.test" },
      reference: newId("evt"),
      postings: { wallet: 100_000_000, funding: -100_000_000 },
      at: new Date(),
    });
  });
  const settings = { name: "Bench", mode: "live" as const, scopes: [everything], expiresAt: null };
  const { key } = await createKey({ ctx: systemContext(services, orgId, "bench"), input: settings });
  return { ...sender, key };
}

export type Caller = Awaited<ReturnType<typeof newCaller>>;

export const bodyOf = (n: number) =>
  JSON.stringify({ to: `+2547${String(n).padStart(8, "0")}`, template: "order_ready", parameters: ["Asha"] });

/**
 * Posts messages for some seconds, or a number of them, for the organisations in turn; returns acknowledged
 * messages a second.
 */
export async function perSecond(
  origin: string,
  path: string,
  callers: readonly Caller[],
  seconds: number,
  most = Infinity,
) {
  const pool = new Pool(origin, { connections: inFlight });
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  let sent = 0;
  let acknowledged = 0;
  const work = async () => {
    while (performance.now() < endsAt && sent < most) {
      const n = sent++;
      const { statusCode, body } = await pool.request({
        method: "POST",
        path,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${callers[n % callers.length]!.key}`,
        },
        body: bodyOf(n % 5000),
      });
      const text = await body.text();
      if (statusCode !== 202) throw new Error(`${path} answered ${statusCode}: ${text}`);
      acknowledged += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, work));
  await pool.close();
  return acknowledged / ((performance.now() - startedAt) / 1000);
}

/**
 * Sends by the API, acknowledged when durable and paid for, compared with a bare handler with one INSERT;
 * interleaved rounds.
 */
async function benchAcknowledged(ground: Ground, options: { rounds: number; seconds: number }) {
  const { db } = ground.services;
  await db.owner.query(
    "create table bench_messages (id uuid primary key, recipient text not null, template text not null, parameters jsonb not null)",
  );
  const bare = startNode("tests/bench/bareInsertProcess.ts", { DATABASE_URL: db.url });
  while (!/^\d+\n/.test(bare.output())) await new Promise((resolve) => setTimeout(resolve, 20));
  const bareUrl = `http://127.0.0.1:${bare.output().trim()}`;
  const { server, url } = await startServer(ground, "api");
  const callers: Caller[] = [];
  for (let n = 0; n < 60; n += 1) callers.push(await newCaller(ground, 80));

  const ours = () => perSecond(url, "/api/v1/messages", callers, options.seconds);
  // A burst within the 1,000 calls a minute of one organisation.
  const burst = async () =>
    perSecond(url, "/api/v1/messages", [await newCaller(ground, 80)], options.seconds, 900);
  const theirs = () => perSecond(bareUrl, "/messages", callers, options.seconds);
  await ours();
  await theirs();
  // As autovacuum does within a minute: until then, plans are those of empty tables.
  await db.owner.query("analyze");
  const ratios: number[] = [];
  const burstRatios: number[] = [];
  const rates: { api: number[]; oneOrganisation: number[]; bare: number[] } = {
    api: [],
    oneOrganisation: [],
    bare: [],
  };
  for (let round = 0; round < options.rounds; round += 1) {
    const [bareRate, apiRate] =
      round % 2 === 0 ? [await theirs(), await ours()] : [await ours(), await theirs()].reverse();
    const burstRate = await burst();
    rates.oneOrganisation.push(Math.round(burstRate));
    burstRatios.push(burstRate / bareRate!);
    rates.bare.push(Math.round(bareRate!));
    rates.api.push(Math.round(apiRate!));
    ratios.push(apiRate! / bareRate!);
  }
  await Promise.all([server.kill("SIGTERM"), bare.kill("SIGTERM")]);
  await db.owner.query("drop table bench_messages");
  print({
    bench: "api-send",
    ...summary(ratios),
    aim: 0.5,
    oneOrganisation: summary(burstRatios),
    against: "Hono with one INSERT",
    perSecond: rates,
  });
}

/** One-time codes while a campaign runs on the same number: from the API's response to the post at Meta. */
export async function benchCodes(
  ground: Ground,
  options: { recipients: number; codes: number; throughput: number },
) {
  const { services } = ground;
  const { server, url } = await startServer(ground, "api,worker");
  const caller = await newCaller(ground, options.throughput);
  const code = await oneTimeCode(services, caller);
  const campaignId = await sendingCampaign(services, { ...caller, recipients: options.recipients });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const acknowledgedAt = new Map<string, number>();
  const send = async (n: number) => {
    const response = await fetch(`${url}/api/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${caller.key}` },
      body: JSON.stringify({
        to: `+2541${String(n).padStart(8, "0")}`,
        template: code,
        parameters: ["482913"],
      }),
    });
    const message = (await response.json()) as { id: string };
    if (response.status !== 202) throw new Error(`${JSON.stringify(message)}\n${server.output()}`);
    acknowledgedAt.set(message.id, Date.now());
  };
  const requests: Promise<void>[] = [];
  for (let n = 0; n < options.codes; n += 1) {
    requests.push(send(n));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(requests);
  const left = await leftOf(services, campaignId);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await services.db.system.query<{ id: string; at: Date | null }>(
    "select id, accepted_at as at from messages where org_id = $1 and id = any($2)",
    [caller.orgId, [...acknowledgedAt.keys()]],
  );
  await server.kill("SIGTERM");
  const waits = rows.map(({ id, at }) =>
    at === null ? Number.POSITIVE_INFINITY : Math.max(0, at.getTime() - acknowledgedAt.get(id)!),
  );
  print({
    bench: "one-time-codes",
    campaign: options.recipients,
    stillToSend: left,
    perSecondAllowed: options.throughput,
    codes: waits.length,
    posted: waits.filter(Number.isFinite).length,
    p50Ms: percentile(waits, 0.5),
    p99Ms: percentile(waits, 0.99),
    aimMs: 1000,
  });
}

async function leftOf({ db }: Ground["services"], campaignId: string): Promise<number> {
  const { rows } = await db.system.query<{ count: number }>(
    "select count(*)::int as count from messages where campaign_id = $1 and state = 'queued'",
    [campaignId],
  );
  return rows[0]!.count;
}

export async function benchApi(
  ground: Ground,
  options: { rounds: number; seconds: number; recipients: number; codes: number; throughput: number },
): Promise<void> {
  await benchAcknowledged(ground, options);
  await benchCodes(ground, options);
}
