import { until } from "#tests/support/campaign.ts";
import { startDatabaseProxy } from "#tests/support/databaseProxy.ts";
import { freePort } from "#tests/support/processes.ts";
import type { Scenario } from "./deaths.ts";
import type { Ground } from "./ground.ts";

/** Sending must resume within this time, whatever hangs. */
const survivedWithinSeconds = 20;

/** More messages than a sender ever holds in memory and can send without the database. */
const readAhead = 900;

/** Whether a sender has an open transaction at this moment. */
async function isInTransaction({ services }: Ground): Promise<boolean> {
  const { rowCount } = await services.db.owner.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and query <> 'begin'
      and application_name like '%sender'`,
  );
  return (rowCount ?? 0) > 0;
}

/**
 * A worker is frozen in the middle of a transaction; another one continues; the first wakes up at the end.
 */
export const frozenWorker: Scenario = async (ground, { short }) => {
  const { startServer, newCampaign, acceptedOf, secondsUntilNext, judge } = ground;
  const receiver = await startServer({ ROLES: "api" });
  const worker = async () => startServer({ PORT: String(await freePort()), ROLES: "worker" });
  const frozen = await worker();
  const campaign = await newCampaign(short ? 3000 : 9000, 300);
  await until("sending has begun", async () => (await acceptedOf(campaign)) > 100);
  // The second worker stands by: the number belongs to the first, which renews its lease.
  const successor = await worker();
  await until("the worker is frozen in a transaction", async () => {
    frozen.process.kill("SIGSTOP");
    if (await isInTransaction(ground)) return true;
    frozen.process.kill("SIGCONT");
    return false;
  });
  const seconds = await secondsUntilNext("another worker sends", campaign);
  const good = await judge("frozen-worker", campaign, { survivedAfterSeconds: seconds });
  frozen.process.kill("SIGCONT");
  const awake = await judge("frozen-worker-awake", campaign);
  await Promise.all([receiver, frozen, successor].map((server) => server.kill("SIGKILL")));
  return good && awake && seconds <= survivedWithinSeconds;
};

/** The network to PostgreSQL drops existing connections silently; new ones work. */
export const blackHole: Scenario = async (ground, { short }) => {
  const { startServer, newCampaign, acceptedOf, judge, postgres } = ground;
  const proxy = await startDatabaseProxy(postgres.databaseUrl);
  const server = await startServer({ DATABASE_URL: proxy.url });
  const campaign = await newCampaign(short ? 2000 : 6000, 300);
  let good = true;
  const seconds: number[] = [];
  for (let point = 1; point <= (short ? 1 : 3); point++) {
    await until("sending goes on", async () => (await acceptedOf(campaign)) > point * 300);
    const atFreeze = await acceptedOf(campaign);
    proxy.freeze();
    const from = performance.now();
    const isSendingAgain = async () => (await acceptedOf(campaign)) > atFreeze + readAhead;
    await until("sending goes on by new connections", isSendingAgain, 60_000);
    seconds.push(Math.round((performance.now() - from) / 100) / 10);
  }
  good = (await judge("black-holed-database", campaign, { survivedAfterSeconds: seconds })) && good;
  await server.kill("SIGKILL");
  proxy.close();
  return good && seconds.every((each) => each <= survivedWithinSeconds);
};
