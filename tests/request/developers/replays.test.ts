import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { send, settle } from "#app/domain/record/webhooks/deliver.server.ts";
import { listDeliveries, replayDeliveries } from "#app/domain/record/webhooks/deliveries.server.ts";
import { getEndpoint, rotateSecret, updateEndpoint } from "#app/domain/record/webhooks/endpoints.server.ts";
import { holdEndpoints, releaseEndpoints } from "#app/domain/record/webhooks/holds.server.ts";
import { type DueDelivery, readDue } from "#app/domain/record/webhooks/readDue.server.ts";
import { hours } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import type { ReceivedHook } from "#tests/support/receiver.ts";
import { setUpWebhooks } from "#tests/support/webhooks.ts";

const platform = setUpPlatform({
  env: { WEBHOOKS_TO_LOOPBACK: "on" },
  startsAt: new Date().toISOString(),
});
const { receiver, hooks, shopWithEndpoint, write, sent, deliver, received, log, states } =
  setUpWebhooks(platform);

describe("a disabled endpoint", () => {
  it("keeps events, which can be replayed one by one, by filter, or by time range", async () => {
    const shop = await shopWithEndpoint();
    const ctx = shop.org.ctx;
    const endpointId = shop.endpoint.id;
    await updateEndpoint({ ctx, input: { endpointId, isOn: false } });
    await write(shop, "one");
    const { report } = await sent(shop);
    await report("delivered", "read");
    expect(await deliver()).toBe(0);
    expect(await states(shop)).toEqual(["off", "off", "off"]);
    await updateEndpoint({ ctx, input: { endpointId, isOn: true } });
    expect(await deliver()).toBe(0);

    const [newest] = await log(shop);
    await replayDeliveries({ ctx, input: { endpointId, deliveryId: newest!.delivery.id } });
    expect(await deliver()).toBe(1);
    await replayDeliveries({ ctx, input: { endpointId, type: "message.received" } });
    expect(await deliver()).toBe(1);
    await replayDeliveries({ ctx, input: { endpointId, state: "off" } });
    expect(await deliver()).toBe(1);
    expect(received()).toHaveLength(3);

    const later = new Date(Date.now() + hours(1));
    const empty = await replayDeliveries({ ctx, input: { endpointId, from: later } });
    expect(empty).toEqual({ replayed: 0 });
    const all = await replayDeliveries({ ctx, input: { endpointId, until: later } });
    expect(all).toEqual({ replayed: 3 });
    const ids = (await log(shop)).map(({ event }) => event.id).sort();
    await deliver();
    expect(
      receiver
        .take()
        .map(({ headers }) => headers["webhook-id"])
        .sort(),
    ).toEqual(ids);
  });

  it("of another organisation is not found", async () => {
    const shop = await shopWithEndpoint();
    const neighbour = await platform.createOrg();
    const input = { endpointId: shop.endpoint.id, limit: 10 };
    for (const act of [listDeliveries, replayDeliveries, getEndpoint, rotateSecret])
      await expect(act({ ctx: neighbour.ctx, input })).rejects.toMatchObject({
        code: "webhook_endpoint.not_found",
      });
  });
});

it("a new secret and the previous one both sign for a day", async () => {
  const shop = await shopWithEndpoint();
  const { secret } = await rotateSecret({ ctx: shop.org.ctx, input: { endpointId: shop.endpoint.id } });
  const signers = async () => {
    await write(shop, "Habari");
    await deliver();
    const [{ body, headers }] = receiver.take() as ReceivedHook[] as [ReceivedHook];
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const given = String(headers["webhook-signature"]).split(" ");
    const signed = (key: string) => new Webhook(key).sign(String(headers["webhook-id"]), at, body);
    return { before: given.includes(signed(shop.secret)), now: given.includes(signed(secret)) };
  };
  expect(await signers()).toEqual({ before: true, now: true });
  platform.clock.advance(hours(24.1));
  expect(await signers()).toEqual({ before: false, now: true });
});

/** As read by a process that then pauses. */
async function readAsOther(shop: Awaited<ReturnType<typeof shopWithEndpoint>>): Promise<DueDelivery> {
  await holdEndpoints(platform.services, "other", true);
  const wanted = [{ orgId: shop.org.orgId, id: shop.endpoint.id, room: 1 }];
  const [due] = await readDue(platform.services, "other", wanted, { except: [], atMost: 10 });
  return due!;
}

it("sends no more at once than an endpoint's in-flight limit", async () => {
  const [one, other] = [await shopWithEndpoint(), await shopWithEndpoint()];
  for (let count = 0; count < 7; count += 1) {
    await write(one, "Habari");
    await write(other, "Habari");
  }
  expect(await deliver()).toBe(10);
  expect(await deliver()).toBe(4);
  expect(await states(one)).toEqual(Array(7).fill("delivered"));
});

it("a delivery whose process died is sent again with the same id after its lease", async () => {
  const shop = await shopWithEndpoint();
  await write(shop, "Habari");
  const lost = await readAsOther(shop);
  expect(await deliver()).toBe(0);
  platform.clock.advance(61_000);
  expect(await deliver()).toBe(1);
  expect(receiver.take().map(({ headers }) => headers["webhook-id"])).toEqual([lost.eventId]);
  const [before] = await log(shop);
  receiver.answer({ status: 503 });
  await settle(platform.services, lost, await send(platform.services, hooks, lost));
  expect((await log(shop))[0]!.delivery, "a late result changes nothing").toEqual(before!.delivery);
});

it("a replay during a delivery is sent again", async () => {
  const shop = await shopWithEndpoint();
  await write(shop, "Habari");
  receiver.answer({ status: 503 });
  await deliver();
  platform.clock.advance(6000);
  receiver.answer({ status: 204 });
  const due = await readAsOther(shop);
  const sentBefore = await send(platform.services, hooks, due);
  const { endpoint } = shop;
  await replayDeliveries({ ctx: shop.org.ctx, input: { endpointId: endpoint.id } });
  await settle(platform.services, due, sentBefore);
  await releaseEndpoints(platform.services, "other");
  expect(await deliver()).toBe(1);
  expect((await log(shop))[0]!.delivery).toMatchObject({ state: "delivered", attempts: 1 });
});
