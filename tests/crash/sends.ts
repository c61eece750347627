import { acceptsQueries } from "#app/db/embedded.server.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { newCaller } from "#tests/bench/api.ts";
import {
  approvedTemplate,
  connectNumber,
  control,
  ledgerOf,
  type SimulatedAccount,
  until,
} from "#tests/support/campaign.ts";
import type { Scenario } from "./deaths.ts";
import { between, type Ground, pause } from "./ground.ts";

/**
 * kill -9 of the server and of PostgreSQL while a system sends by the API, many calls at once, and retries
 * each with its key until it is accepted: each contact gets one message, each message has one hold, and the
 * ledger adds up.
 */
export const killedSends: Scenario = async (ground, { short, points }) => {
  const { startServer, simulatorUrl, postgres } = ground;
  const messages = short ? 400 : 4000;
  const kills = short ? 4 : points;
  let server = await startServer();
  const restartEnded = async () => {
    if (server.process.exitCode !== null) server = await startServer();
  };
  const caller = await callerOf(ground);
  const end = keepGivingUpKeys(ground);
  const calls = sendEach([ground.environment.APP_URL], caller.key, messages);
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(between(100, short ? 600 : 2000));
    if (kill % 2 === 1) {
      await postgres.crash();
      // Its last processes may respond for a moment longer.
      await pause(1000);
      await until("PostgreSQL is back", () => acceptsQueries(postgres.databaseUrl), 120_000);
      // A server that was still starting ends too, as on a real machine, and is restarted.
      await pause(2000);
      await restartEnded();
    } else {
      await server.kill("SIGKILL");
      server = await startServer();
    }
  }
  const stopped = new AbortController();
  const keepRunning = async () => {
    for (; !stopped.signal.aborted; await pause(500)) await restartEnded();
  };
  const [ids] = await Promise.all([calls.finally(() => stopped.abort()), keepRunning()]);
  end();
  const acceptedByMeta = () => ledgerOf(simulatorUrl, caller.phoneNumberId);
  await until("all is sent", async () => (await acceptedByMeta()).length >= messages, 120_000);
  await pause(short ? 1500 : 6000);
  const verdict = {
    crash: "api-sends-kill-9",
    ...{ kills, messages, ids: new Set(ids).size },
    ...(await judged(ground, caller.orgId, await acceptedByMeta())),
  };
  console.log(JSON.stringify(verdict));
  await server.kill("SIGKILL");
  const { lost, duplicate, stored, holds, broken } = { lost: messages - verdict.people, ...verdict };
  return lost + duplicate === 0 && stored === messages && holds === messages && broken === null;
};

export async function callerOf({ services, simulatorUrl, environment }: Ground) {
  const account = await control<SimulatedAccount>(simulatorUrl, "/accounts", {
    displayPhoneNumber: "+254700999000",
    verifiedName: "Duka",
    throughput: 80,
    webhookUrl: `${environment.APP_URL}/api/hooks/meta`,
    verifyToken: environment.META_WEBHOOK_VERIFY_TOKEN,
  });
  const metaTemplateId = await approvedTemplate(simulatorUrl, account, "order_ready");
  const newSender = async (throughputPerSecond: number) => {
    const orgId = newId("org") as OrgId;
    return {
      orgId,
      ...(await connectNumber(services, orgId, account, { metaTemplateId, throughputPerSecond })),
    };
  };
  return newCaller({ services: { ...services, clock: systemClock }, newSender }, 80);
}

/** Twenty at once, each with its key, by the APIs in turn, retried until accepted. Returns the ids of the messages. */
export function sendEach(apis: readonly string[], key: string, messages: number) {
  const ids: string[] = [];
  let next = 0;
  const sendOne = async (n: number): Promise<string> => {
    for (let attempt = n; ; attempt += 1) {
      const answer = await fetch(`${apis[attempt % apis.length]}/api/v1/messages`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": `order-${n}`,
        },
        body: JSON.stringify({
          to: `+2547400${String(n).padStart(5, "0")}`,
          template: "order_ready",
          parameters: ["Asha"],
        }),
      }).catch(() => undefined);
      if (answer?.status === 202) return ((await answer.json()) as { id: string }).id;
      await pause(100);
    }
  };
  const work = async () => {
    while (next < messages) ids.push(await sendOne(next++));
  };
  return Promise.all(Array.from({ length: 20 }, work)).then(() => ids);
}

/**
 * Every second, simulates the time after which a call without a response may be retried. Returns a function
 * that stops it.
 */
export function keepGivingUpKeys({ services }: Ground): () => void {
  const text = "update api_answers set started_at = started_at - interval '2 minutes' where status is null";
  const timer = setInterval(() => void services.db.owner.query(text).catch(() => undefined), 1000);
  return () => clearInterval(timer);
}

export async function judged({ services }: Ground, orgId: OrgId, accepted: { to: string }[]) {
  const { rows } = await services.db.owner.query<{ stored: number; holds: number }>(
    `select (select count(*)::int from messages where org_id = $1) as stored,
      (select count(*)::int from holds where org_id = $1) as holds`,
    [orgId],
  );
  const people = new Set(accepted.map(({ to }) => to)).size;
  const { broken } = await verifyLedger(services);
  return { people, duplicate: accepted.length - people, ...rows[0]!, broken };
}
