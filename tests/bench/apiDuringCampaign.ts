import path from "node:path";
import { holdForCampaign } from "#app/domain/money/hold.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { sendingCampaign, standOf, statesOf, until } from "#tests/support/campaign.ts";
import { freePort, startNode, untilAnswers } from "#tests/support/processes.ts";
import { cpuMsOf } from "#tests/support/processStats.ts";
import { newCaller } from "./api.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";
import { type Answer, atPace, sendByApi, simulatedSender, startSimulator } from "./simulated.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function countsOf(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const figuresOf = (answers: readonly Answer[]) => ({
  statuses: countsOf(answers.map(({ status }) => status)),
  codes: countsOf(answers.flatMap(({ code }) => code ?? [])),
  p50Ms: Math.round(
    percentile(
      answers.map(({ ms }) => ms),
      0.5,
    ),
  ),
  p95Ms: Math.round(
    percentile(
      answers.map(({ ms }) => ms),
      0.95,
    ),
  ),
  maxMs: Math.round(Math.max(...answers.map(({ ms }) => ms))),
});

interface Options {
  recipients: number;
  throughput: number;
  perSecond: number;
  seconds: number;
  rounds: number;
  /** The folder of another state of this project, measured in turns with this one. */
  against: string | undefined;
}

/**
 * Sends by the API while a paid campaign of the same organisation and number runs and its statuses arrive,
 * next to another organisation that only reads. One server, new in each round, does all.
 */
export async function benchApiDuringCampaign(ground: Ground, options: Options): Promise<void> {
  const trees = { now: process.cwd(), ...(options.against && { before: options.against }) };
  const names = Object.keys(trees) as (keyof typeof trees)[];
  for (let round = 0; round < options.rounds; round += 1)
    for (const name of round % 2 === 0 ? names.toReversed() : names)
      print({
        bench: "api-during-campaign",
        tree: name,
        round,
        ...(await oneRound(ground, trees[name]!, options)),
      });
}

type Services = Ground["services"];

async function countOf({ db }: Services, text: string, orgId: OrgId): Promise<number> {
  const { rows } = await db.system.query<{ count: number }>(text, [orgId]);
  return rows[0]!.count;
}

const singlesOf = (services: Services, orgId: OrgId) =>
  countOf(
    services,
    "select count(*)::int as count from messages where org_id = $1 and campaign_id is null",
    orgId,
  );

/** Messages not yet reported as delivered. */
const openOf = (services: Services, orgId: OrgId) =>
  countOf(
    services,
    "select count(*)::int as count from messages where org_id = $1 and state in ('queued', 'unknown', 'accepted', 'sent')",
    orgId,
  );

async function oneRound(ground: Ground, folder: string, options: Options) {
  const { services } = ground;
  const url = `http://127.0.0.1:${await freePort()}`;
  const { simulator, simulatorUrl } = await startSimulator(ground.environment);
  const server = startNode(
    path.join(folder, "server.ts"),
    {
      ...ground.environment,
      GRAPH_API_URL: simulatorUrl,
      PORT: new URL(url).port,
      HOST: "127.0.0.1",
      ROLES: "api,worker",
    },
    [],
    { cwd: folder },
  );
  await untilAnswers(`${url}/healthz`, server);
  const newSender = (throughputPerSecond: number) =>
    simulatedSender({ services, simulatorUrl, url }, throughputPerSecond);
  const caller = await newCaller({ services, newSender }, options.throughput);
  const reader = await newCaller({ services, newSender }, options.throughput);
  const { orgId } = caller;
  const campaignId = await sendingCampaign(services, {
    ...caller,
    recipients: options.recipients,
    status: "paused",
  });
  await services.db.withSystem(async (tx) => {
    const now = new Date();
    const price = await quote(tx, { orgId, messages: options.recipients, at: now, lock: true });
    await holdForCampaign(tx, { orgId, campaignId, campaignName: "Order ready", price, now });
  });
  await services.db.owner.query("update campaigns set status = 'sending' where id = $1", [campaignId]);
  await services.db.owner.query("select pg_notify('tarishi_sender', $1)", [caller.phoneNumberId]);
  await pause(1000);
  const cpuBefore = cpuMsOf(server.process.pid!);
  const [sent, read] = await Promise.all([
    atPace(options.perSecond, options.seconds, (n) => sendByApi(url, caller.key, n)),
    atPace(4, options.seconds, () =>
      fetch(`${url}/api/v1/messages?limit=1`, { headers: { authorization: `Bearer ${reader.key}` } }),
    ),
  ]);
  const cpuMs = cpuMsOf(server.process.pid!) - cpuBefore;
  const { rows } = await statesOf(services, orgId, campaignId);
  const acknowledged = sent.filter(({ status }) => status === 202).length;
  const stored = await singlesOf(services, orgId);
  await until(
    "all delivered",
    async () => (await openOf(services, orgId)) === 0,
    180_000,
    () => standOf(services, campaignId),
  ).catch((error: Error) => console.error(error.message));
  const logged = [...server.output().matchAll(/"message":"([^"]{1,80})/g)].map(([, text]) => text!);
  await server.kill("SIGTERM");
  await simulator.kill("SIGTERM");
  return {
    campaign: rows,
    serverCpuMs: cpuMs,
    acknowledged,
    stored,
    sends: figuresOf(sent),
    otherOrganisationReads: figuresOf(read),
    lastErrors: countsOf(logged),
    unreported: await openOf(services, orgId),
  };
}
