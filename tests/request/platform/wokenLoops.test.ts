import { afterEach, describe, expect, it } from "vitest";
import { clientOf } from "#app/db/client.server.ts";
import { systemClock } from "#app/platform/time/clock.ts";
import { startEventTasks } from "#app/worker/eventTasks.server.ts";
import { startWebhookDeliveries } from "#app/worker/webhookDeliveries.server.ts";
import { until } from "#tests/support/campaign.ts";
import { hookedOrg, markDelivered } from "#tests/support/hookEndpoints.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpReceiver } from "#tests/support/receiver.ts";
import { type Statement, watchStatements } from "#tests/support/statements.ts";

const platform = setUpPlatform({ env: { WEBHOOKS_TO_LOOPBACK: "on" } });
const receiver = setUpReceiver();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  // A delivery that was cut off at the end of its test is not retried in the next one.
  await platform.services.db.owner.query("update webhook_deliveries set due_at = null");
  receiver.take();
  receiver.answer({ status: 204 });
});

/** Far below the sweep's 30 seconds, and far above a notification's time on a busy machine. */
const soonMs = 15_000;

/** An idle loop, and the statements that it has made. */
async function quiet(start: (services: typeof platform.services) => { stop(): Promise<void> }, name: string) {
  const watched = watchStatements((application) => application.startsWith("tarishi-system-"));
  const running = start({ ...platform.services, clock: systemClock });
  ends.push(watched.stop, () => running.stop());
  await until("it has looked for what is due and rests", async () => {
    const last = watched.statements.at(-1);
    return last?.name === name && performance.now() - last.at > 1000;
  });
  return watched.statements;
}

const asksOf = (statements: readonly Statement[]) =>
  statements.filter(({ name }) => name === "hold-endpoints" || name === "next-delivery").length;

const cameWithin = (ms: number, count = 1) =>
  until("the endpoint is told", async () => receiver.received.length >= count, ms);

describe("deliveries to endpoints", () => {
  it("are sent at once, without polling while there are none", async () => {
    const statements = await quiet(startWebhookDeliveries, "next-delivery");
    const { orgId } = await hookedOrg(platform.services, [receiver.url]);
    const from = statements.length;
    const restedAt = performance.now();
    await until("two seconds have passed", async () => performance.now() - restedAt > 2000);
    expect(statements.slice(from)).toEqual([]);
    await markDelivered(platform.services, orgId, 1);
    await cameWithin(soonMs);
  });

  it("that failed are retried when due, without polling", async () => {
    receiver.answer(() => ({ status: receiver.received.length === 1 ? 503 : 204 }));
    const statements = await quiet(startWebhookDeliveries, "next-delivery");
    const { orgId } = await hookedOrg(platform.services, [receiver.url]);
    await markDelivered(platform.services, orgId, 1);
    await cameWithin(soonMs);
    const from = statements.length;
    const failedAt = performance.now();
    // The second try is five seconds after the first.
    await cameWithin(5000 + soonMs, 2);
    expect(performance.now() - failedAt).toBeGreaterThan(3000);
    expect(asksOf(statements.slice(from))).toBeLessThanOrEqual(6);
  });

  it("are sent as soon as a locked endpoint is released", async () => {
    await quiet(startWebhookDeliveries, "next-delivery");
    const { orgId } = await hookedOrg(platform.services, [receiver.url]);
    await platform.services.db.withSystem(async (tx) => {
      await clientOf(tx).query({
        text: "select 1 from webhook_endpoints where org_id = $1 for update",
        values: [orgId],
      });
      await markDelivered(platform.services, orgId, 1);
      const deliveredAt = performance.now();
      await until("it was passed over", async () => performance.now() - deliveredAt > 600);
      expect(receiver.received).toEqual([]);
    });
    await cameWithin(soonMs);
  });

  it("to an endpoint held by another process are not queried until the hold ends", async () => {
    const statements = await quiet(startWebhookDeliveries, "next-delivery");
    const { orgId } = await hookedOrg(platform.services, [receiver.url]);
    await platform.services.db.owner.query(
      `insert into outgoing_events (org_id, id, type, mode, subject_id, occurred_at, data)
        select $1, new_id('evt'), 'message.read', 'live', 'msg_' || n, now(), '{}' from generate_series(1, 50) n`,
      [orgId],
    );
    await platform.services.db.owner.query(
      `insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, state, due_at)
        select e.org_id, new_id('dlv'), e.id, v.id, v.type, 'waiting', 'epoch'
        from webhook_endpoints e join outgoing_events v on v.org_id = e.org_id where e.org_id = $1`,
      [orgId],
    );
    await platform.services.db.owner.query(
      "update webhook_endpoints set held_by = 'other', held_until = now() + interval '5 seconds' where org_id = $1",
      [orgId],
    );
    const from = statements.length;
    await platform.services.db.owner.query("select pg_notify('tarishi_deliveries', '')");
    const deliveredAt = performance.now();
    await until(
      "they come after the other process's time",
      async () => receiver.received.length >= 50,
      15_000,
    );
    expect(receiver.received.length).toBe(50);
    expect(performance.now() - deliveredAt).toBeGreaterThan(2000);
    expect(asksOf(statements.slice(from).filter(({ at }) => at - deliveredAt < 2000))).toBeLessThanOrEqual(4);
  });
});

describe("tasks of rules", () => {
  it("run at once, without polling while there are none", async () => {
    const org = await platform.createOrg();
    const form = { name: "Tell us", event: "contact.created" as const, tag: "new" };
    const { ruleId } = await platform.call("POST /rules", form as never, org);
    await platform.call("POST /rules/:ruleId/switch", { ruleId, isOn: true }, org);
    const statements = await quiet(startEventTasks, "next-event-task");
    const from = statements.length;
    const restedAt = performance.now();
    await until("two seconds have passed", async () => performance.now() - restedAt > 2000);
    expect(statements.slice(from)).toEqual([]);
    const contact = { name: "Asha Mwangi", phone: "0712345678" };
    await platform.call("POST /contacts", contact, org);
    const runs = async () => (await platform.call("GET /rules/:ruleId/log", { ruleId }, org)).runs;
    await until("the rule has run", async () => (await runs()).some(({ state }) => state === "done"), soonMs);
  });
});
