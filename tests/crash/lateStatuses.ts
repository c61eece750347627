import { control, statesOf, until } from "#tests/support/campaign.ts";
import { freePort } from "#tests/support/processes.ts";
import type { Scenario } from "./deaths.ts";
import { between, pause } from "./ground.ts";

/** Several times the grace time. */
const heldSeconds = 20;

/**
 * Meta accepts messages, and delivers no status for several times the grace time, while the workers are killed one after
 * the other. What is in doubt is not sent again before the statuses arrive.
 */
export const lateStatuses: Scenario = async (ground, { short }) => {
  const { startServer, newCampaign, acceptedOf, judge, simulatorUrl, services } = ground;
  const receiver = await startServer({ ROLES: "api" });
  const worker = async () => startServer({ PORT: String(await freePort()), ROLES: "worker" });
  const workers = [await worker(), await worker()];
  const campaign = await newCampaign(short ? 1500 : 6000, short ? 60 : 100);
  const { phoneNumberId } = campaign;
  await control(simulatorUrl, "/faults", { phoneNumberId, kind: "slow", ms: 80, rate: 1 });
  await until("sending has begun", async () => (await acceptedOf(campaign)) > 100);
  await control(simulatorUrl, "/faults", { phoneNumberId, kind: "webhook-outage", rate: 1 });
  const from = performance.now();
  let kills = 0;
  for (; performance.now() - from < heldSeconds * 1000; kills += 1) {
    await pause(between(500, 2500));
    await workers[kills % 2]!.kill("SIGKILL");
    workers[kills % 2] = await worker();
  }
  // Known only once a worker has lived long enough to take the number over.
  const inDoubt = await until("messages are in doubt", async () => {
    const { rows } = await statesOf(services, campaign.orgId, campaign.campaignId);
    return rows.unknown;
  });
  await control(simulatorUrl, "/faults", undefined, "DELETE");
  const good = await judge("late-statuses", campaign, { heldSeconds, kills, inDoubt });
  await Promise.all([receiver, ...workers].map((server) => server.kill("SIGKILL")));
  return good;
};
