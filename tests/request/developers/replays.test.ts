import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { deliver as deliverOne, takeDue } from "#app/domain/record/webhooks/deliver.server.ts";
import { listDeliveries, replayDeliveries } from "#app/domain/record/webhooks/deliveries.server.ts";
import { getEndpoint, rotateSecret, updateEndpoint } from "#app/domain/record/webhooks/endpoints.server.ts";
import { hours } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import type { ReceivedHook } from "#tests/support/receiver.ts";
import { type ShownEndpoint, setUpWebhooks } from "#tests/support/webhooks.ts";

const platform = setUpPlatform({
  env: { WEBHOOKS_TO_LOOPBACK: "on" },
  startsAt: new Date().toISOString(),
});
const { receiver, hooks, shopWithEndpoint, write, sent, deliver, told, log, states } =
  setUpWebhooks(platform);

describe("an endpoint that is off", () => {
  it("keeps what happens, which is sent when it is replayed: one, by a filter, or by a range of time", async () => {
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
    expect(told()).toHaveLength(3);

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

  it("is of another organisation not found", async () => {
    const shop = await shopWithEndpoint();
    const neighbour = await platform.createOrg();
    const input = { endpointId: shop.endpoint.id, limit: 10 };
    for (const act of [listDeliveries, replayDeliveries, getEndpoint, rotateSecret])
      await expect(act({ ctx: neighbour.ctx, input })).rejects.toMatchObject({
        code: "webhook_endpoint.not_found",
      });
  });
});

it("a new secret and the one before both sign for a day", async () => {
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

it("an endpoint has no more in flight than it may, and one that hangs holds up no other", async () => {
  const [slow, quick] = [await shopWithEndpoint(), await shopWithEndpoint()];
  for (let count = 0; count < 12; count += 1) {
    await write(slow, "Habari");
    await write(quick, "Habari");
  }
  const taken = await takeDue(platform.services, 1000);
  const of = (shop: ShownEndpoint) =>
    taken.filter(({ endpointId }) => endpointId === shop.endpoint.id).length;
  expect([of(slow), of(quick)]).toEqual([5, 5]);
  await Promise.all(
    taken
      .filter(({ endpointId }) => endpointId === quick.endpoint.id)
      .map((each) => deliverOne(platform.services, hooks, each)),
  );
  expect((await takeDue(platform.services, 1000)).map(({ endpointId }) => endpointId)).toEqual(
    Array(5).fill(quick.endpoint.id),
  );
});

it("a delivery whose process died is sent again, with the same id, when its time is over", async () => {
  const shop = await shopWithEndpoint();
  await write(shop, "Habari");
  const [lost] = await takeDue(platform.services, 10);
  expect(await deliver()).toBe(0);
  platform.clock.advance(61_000);
  expect(await deliver()).toBe(1);
  expect(receiver.take().map(({ headers }) => headers["webhook-id"])).toEqual([lost!.eventId]);
  await deliverOne(platform.services, hooks, lost!);
  expect((await log(shop))[0]!.delivery, "who comes too late has no say").toMatchObject({ attempts: 2 });
});
