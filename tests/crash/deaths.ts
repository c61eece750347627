import { acceptsQueries } from "#app/db/embedded.server.ts";
import { control, until } from "#tests/support/campaign.ts";
import { freePort } from "#tests/support/processes.ts";
import { between, type Ground, pause } from "./ground.ts";

/** A scenario of this folder: it resolves to true when nothing was lost, duplicated or stuck. */
export type Scenario = (ground: Ground, size: { short: boolean; points: number }) => Promise<boolean>;

/** kill -9 of the server at random moments. */
export const killedServer: Scenario = async ({ startServer, newCampaign, judge, simulatorUrl }, size) => {
  let server = await startServer();
  const killed = await newCampaign(size.short ? 1500 : size.points * 600, 400);
  // Meta responds late, so that at every kill some responses for accepted messages are still in flight.
  const { phoneNumberId } = killed;
  await control(simulatorUrl, "/faults", { phoneNumberId, kind: "slow", ms: 80, rate: 1 });
  for (let kill = 0; kill < size.points; kill++) {
    await pause(between(50, 2500));
    await server.kill("SIGKILL");
    server = await startServer();
  }
  const good = await judge("kill-9", killed, { points: size.points });
  await control(simulatorUrl, "/faults", undefined, "DELETE");
  await server.kill("SIGKILL");
  return good;
};

const shortFaults = ["drop-answer", "webhook-shuffle"];
const allFaults = [...shortFaults, "http500", "http429", "130429", "webhook-duplicate", "webhook-outage"];

/** Meta's possible failures, one after the other, on a living server. */
export const faultsOfMeta: Scenario = async (
  { startServer, newCampaign, judge, simulatorUrl },
  { short },
) => {
  const server = await startServer();
  let good = true;
  for (const kind of short ? shortFaults : allFaults) {
    const campaign = await newCampaign(short ? 300 : 2000, 400);
    const { phoneNumberId } = campaign;
    await control(simulatorUrl, "/faults", { phoneNumberId, kind, rate: 0.1, count: 200 });
    if (kind === "webhook-outage") {
      await pause(4000);
      await control(simulatorUrl, "/faults", undefined, "DELETE");
    }
    good = (await judge(kind, campaign)) && good;
    await control(simulatorUrl, "/faults", undefined, "DELETE");
  }
  await server.kill("SIGKILL");
  return good;
};

/** PostgreSQL killed and started again while a campaign runs. */
export const killedDatabase: Scenario = async (ground, { short }) => {
  const { startServer, newCampaign, acceptedOf, judge, postgres } = ground;
  const server = await startServer();
  const points = short ? 1 : 5;
  const survivor = await newCampaign(short ? 800 : 4000, 400);
  // A server that has not started ends with its database.
  await until("sending has begun", async () => (await acceptedOf(survivor)) > 0);
  for (let kill = 0; kill < points; kill++) {
    await pause(between(0, 1200));
    await postgres.crash();
    await until("PostgreSQL is back", () => acceptsQueries(postgres.databaseUrl), 120_000);
  }
  const good = await judge("postgres-kill-9", survivor, { points });
  await server.kill("SIGKILL");
  return good;
};

/** Two workers, first on one campaign and then on those of two organisations at once. */
export const twoWorkers: Scenario = async ({ startServer, newCampaign, judge }, { short }) => {
  const server = await startServer();
  const second = await startServer({ PORT: String(await freePort()), ROLES: "worker" });
  const size = short ? 500 : 4000;
  const one = await judge("two-workers", await newCampaign(size, 400));
  const both = [await newCampaign(size, 400), await newCampaign(size, 400)];
  const judged = await Promise.all(both.map((campaign) => judge("two-organisations", campaign)));
  await Promise.all([server.kill("SIGKILL"), second.kill("SIGKILL")]);
  return one && !judged.includes(false);
};

/** As in a cloned and started project: the simulator dies with the server that runs it. */
export const killedWithSimulator: Scenario = async ({ startServer, newCampaign, judge }, { short }) => {
  const innerPort = await freePort();
  const metaUrl = `http://127.0.0.1:${innerPort}`;
  const start = () => startServer({ GRAPH_API_URL: "", META_APP_ID: "", GRAPH_SIM_PORT: String(innerPort) });
  let server = await start();
  const whole = await newCampaign(short ? 800 : 4000, 200, metaUrl);
  const points = short ? 2 : 10;
  for (let kill = 0; kill < points; kill++) {
    const { phoneNumberId } = whole;
    await control(metaUrl, "/faults", { phoneNumberId, kind: "slow", ms: 80, rate: 1 });
    await pause(between(300, 1800));
    await server.kill("SIGKILL");
    server = await start();
  }
  const good = await judge("kill-9-with-simulator", whole, { points });
  await server.kill("SIGKILL");
  return good;
};
