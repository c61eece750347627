import { readFileSync } from "node:fs";
import path from "node:path";
import { holdForCampaign } from "#app/domain/money/hold.server.ts";
import { quote } from "#app/domain/money/quote.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  type SimulatedAccount,
  sendingCampaign,
  standOf,
  statesOf,
  until,
} from "#tests/support/campaign.ts";
import { freePort, startNode, untilAnswers } from "#tests/support/processes.ts";
import { newCaller } from "./api.ts";
import type { Ground } from "./ground.ts";
import { percentile, print } from "./measure.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Answer {
  status: number;
  ms: number;
  code: string | undefined;
}

/** Calls at a fixed pace, whether the ones before have been answered or not, as customers' systems do. */
async function atPace(
  perSecond: number,
  seconds: number,
  call: (n: number) => Promise<Response>,
): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    await pause(Math.max(0, startedAt + (n * 1000) / perSecond - performance.now()));
    const at = performance.now();
    const answer = async (): Promise<Answer> => {
      const response = await call(n);
      const { code } = (await response.json()) as { code?: string };
      return { status: response.status, ms: performance.now() - at, code };
    };
    answers.push(answer());
  }
  return Promise.all(answers);
}

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
 * Sends by the API while a paid campaign of the same organisation and number runs and its statuses come in; and another
 * organisation that only reads. One server does all; it is a new one each round.
 */
export async function benchBeside(ground: Ground, options: Options): Promise<void> {
  const trees = { now: process.cwd(), ...(options.against && { before: options.against }) };
  const names = Object.keys(trees) as (keyof typeof trees)[];
  for (let round = 0; round < options.rounds; round += 1)
    for (const name of round % 2 === 0 ? names.toReversed() : names)
      print({
        bench: "api-beside-campaign",
        tree: name,
        round,
        ...(await oneRound(ground, trees[name]!, options)),
      });
}

/** Milliseconds of CPU that a process has used (in hundredths of a second, as Linux tells). */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

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

/** Messages of which it is not yet known that they were delivered. */
const openOf = (services: Services, orgId: OrgId) =>
  countOf(
    services,
    "select count(*)::int as count from messages where org_id = $1 and state in ('queued', 'unknown', 'accepted', 'sent')",
    orgId,
  );

async function oneRound(ground: Ground, folder: string, options: Options) {
  const { services } = ground;
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`;
  const simulator = startNode("tests/support/simulatorProcess.ts", {
    ...ground.environment,
    GRAPH_SIM_PORT: String(simulatorPort),
  });
  await untilAnswers(`${simulatorUrl}/_sim/health`, simulator);
  const server = startNode(
    path.join(folder, "server.ts"),
    {
      ...ground.environment,
      GRAPH_API_URL: simulatorUrl,
      PORT: String(port),
      HOST: "127.0.0.1",
      ROLES: "api,worker",
    },
    [],
    { cwd: folder },
  );
  await untilAnswers(`${url}/healthz`, server);
  const newSender = async (throughputPerSecond: number) => {
    const orgId = newId("org") as OrgId;
    const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
      displayPhoneNumber: `+2547${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`,
      verifiedName: "Duka",
      throughput: throughputPerSecond,
      webhookUrl: `${url}/api/hooks/meta`,
      verifyToken: "verify-me",
    });
    const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
    return {
      orgId,
      ...(await connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond })),
    };
  };
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
  const cpuBefore = cpuOf(server.process.pid!);
  const [sent, read] = await Promise.all([
    atPace(options.perSecond, options.seconds, (n) =>
      fetch(`${url}/api/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${caller.key}` },
        body: JSON.stringify({
          to: `+2541${String(n).padStart(8, "0")}`,
          template: "order_ready",
          parameters: ["Asha"],
        }),
      }),
    ),
    atPace(4, options.seconds, () =>
      fetch(`${url}/api/v1/messages?limit=1`, { headers: { authorization: `Bearer ${reader.key}` } }),
    ),
  ]);
  const cpuMs = cpuOf(server.process.pid!) - cpuBefore;
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
    notToldYet: await openOf(services, orgId),
  };
}
