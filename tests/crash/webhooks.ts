import { until } from "#tests/support/campaign.ts";
import { hookedOrg, markDelivered, startHookSystems } from "#tests/support/hookEndpoints.ts";
import { freePort } from "#tests/support/processes.ts";
import type { Scenario } from "./deaths.ts";
import { between, type Ground, pause } from "./ground.ts";

/**
 * kill -9 of the worker while it delivers webhooks, some of which are refused at first. In the end each
 * system has every event, with the same id and content in every delivery.
 */
export const killedDeliveries: Scenario = async (ground, { short, points }) => {
  const { services } = ground;
  const paths = ["/shop", "/books", "/stock", "/crm"];
  const signing = { secret: "" };
  // Events refused at a later try wait a minute.
  const refuseEvery = short ? {} : { refuseEvery: 10 };
  const systems = await startHookSystems({ secretOf: () => signing.secret, slowMs: 40, ...refuseEvery });
  const org = await hookedOrg(
    services,
    paths.map((path) => systems.url + path),
  );
  signing.secret = org.secret;
  const start = await worker(ground);
  let running = await start();
  for (let kill = 0; kill < points; kill++) {
    const before = systems.got.size;
    await markDelivered(services, org.orgId, short ? 100 : 250);
    await until("deliveries are under way", async () => systems.got.size > before, 60_000);
    await pause(between(5, 500));
    await running.kill("SIGKILL");
    if (short) await endHolds(ground);
    running = await start();
  }
  await until(
    "every delivery is done",
    () => isDone(ground),
    300_000,
    () => countsOf(ground),
  );
  await running.kill("SIGKILL");
  systems.close();

  const { rows } = await services.db.system.query<{ id: string }>(
    "select id from outgoing_events where org_id = $1",
    [org.orgId],
  );
  const due = rows.flatMap(({ id }) => paths.map((path) => `${path} ${id}`));
  const came = [...systems.got.values()];
  const verdict = {
    crash: "webhooks-kill-9",
    points,
    events: rows.length,
    deliveries: due.length,
    lost: due.filter((key) => !systems.got.has(key)).length,
    underOtherIds: systems.got.size - due.filter((key) => systems.got.has(key)).length,
    inOtherWords: came.filter(({ bodies }) => bodies.size > 1).length,
    forged: came.filter(({ forged }) => forged > 0).length,
    cameAgain: came.filter(({ times }) => times > 1).length,
  };
  console.log(JSON.stringify(verdict));
  const { lost, underOtherIds, inOtherWords, forged } = verdict;
  return rows.length === points * (short ? 100 : 250) && lost + underOtherIds + inOtherWords + forged === 0;
};

/** Starts a worker that may call systems on this machine, as a sandbox may. */
async function worker({ startServer }: Ground) {
  const GRAPH_SIM_PORT = String(await freePort());
  const sandbox = { GRAPH_API_URL: "", META_APP_ID: "", GRAPH_SIM_PORT, WEBHOOKS_TO_LOOPBACK: "on" };
  return () => startServer({ ...sandbox, ROLES: "worker" });
}

/** Simulates the time for which a dead process holds endpoints. */
const endHolds = ({ services }: Ground) =>
  services.db.system.query("update webhook_endpoints set held_by = null, held_until = null");

/** Deliveries by state and attempts, with the earliest due time. */
async function countsOf({ services }: Ground) {
  const { rows } = await services.db.system.query(
    `select state, attempts, count(*)::int as count, min(due_at) as due, now() as now
      from webhook_deliveries group by state, attempts order by state, attempts`,
  );
  return rows;
}

async function isDone({ services }: Ground): Promise<boolean> {
  const open = await services.db.system.query(
    "select 1 from webhook_deliveries where state <> 'delivered' limit 1",
  );
  return open.rowCount === 0;
}
