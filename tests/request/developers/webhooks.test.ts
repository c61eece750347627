import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { getEndpoint } from "#app/domain/record/webhooks/endpoints.server.ts";
import { hours } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpWebhooks } from "#tests/support/webhooks.ts";

// Receivers compare the timestamp of a signature with their own clock.
const platform = setUpPlatform({
  env: { WEBHOOKS_TO_LOOPBACK: "on" },
  startsAt: new Date().toISOString(),
});
const { chats, receiver, shopWithEndpoint, write, sent, deliver, received, log, states } =
  setUpWebhooks(platform);

describe("message events", () => {
  it("are sent to the endpoint, signed as Standard Webhooks, each once", async () => {
    const shop = await shopWithEndpoint();
    const { id, report } = await sent(shop);
    await report("sent");
    await report("delivered");
    await report("delivered", "read");
    await write(shop, "Asante sana");
    await deliver();
    const calls = receiver.take();
    const bodies = calls.map(
      ({ body, headers }) =>
        new Webhook(shop.secret).verify(body, headers as never) as { type: string; data: object },
    );
    expect(bodies.map(({ type }) => type).sort()).toEqual([
      "message.delivered",
      "message.read",
      "message.received",
    ]);
    expect(bodies.find(({ type }) => type === "message.delivered")!.data).toMatchObject({
      message_id: id,
      status: "delivered",
      to: "+254712345678",
      contact_id: shop.contactId,
    });
    expect(bodies.find(({ type }) => type === "message.received")!.data).toMatchObject({
      from: "+254712345678",
      text: "Asante sana",
      status: "received",
    });
    await report("delivered", "read");
    expect(await deliver()).toBe(0);
    expect(await states(shop)).toEqual(["delivered", "delivered", "delivered"]);
  });

  it("of a failure include Meta's code", async () => {
    const shop = await shopWithEndpoint();
    const { id, report } = await sent(shop);
    await report("failed");
    await deliver();
    expect(received()).toMatchObject([
      { type: "message.failed", data: { message_id: id, error_code: 131026 } },
    ]);
  });

  it("are sent for the chosen types only, to the organisation's own endpoints only", async () => {
    const shop = await shopWithEndpoint(["message.read"]);
    const neighbour = await shopWithEndpoint();
    const { report } = await sent(shop);
    await report("delivered", "read");
    await write(shop, "Habari");
    await deliver();
    expect(receiver.take().map(({ path, body }) => [path, JSON.parse(body).type])).toEqual([
      [`/${shop.org.orgId}`, "message.read"],
    ]);
    expect(await log(neighbour)).toEqual([]);
  });

  it("are not stored without an endpoint", async () => {
    const shop = await chats.shopWithCustomer();
    await write(shop, "Habari");
    expect(await deliver()).toBe(0);
  });
});

describe("an endpoint that fails", () => {
  it("is retried for over a day with the same id, and then given up", async () => {
    const shop = await shopWithEndpoint();
    await write(shop, "Habari");
    receiver.answer({ status: 500, body: "out of order" });
    const ids = new Set<unknown>();
    let tries = 0;
    for (let passed = 0; passed < hours(30); passed += hours(0.5)) {
      await deliver();
      const calls = receiver.take();
      tries += calls.length;
      for (const { headers } of calls) ids.add(headers["webhook-id"]);
      platform.clock.advance(hours(0.5));
    }
    expect({ tries, ids: ids.size }).toEqual({ tries: 9, ids: 1 });
    const [{ delivery }] = (await log(shop)) as [Awaited<ReturnType<typeof log>>[number]];
    expect(delivery).toMatchObject({
      state: "failed",
      attempts: 9,
      lastStatus: 500,
      lastAnswer: "out of order",
    });
  });

  it("is retried at the time that it asks for", async () => {
    const shop = await shopWithEndpoint();
    await write(shop, "Habari");
    receiver.answer({ status: 429, headers: { "retry-after": "3600" } });
    await deliver();
    platform.clock.advance(hours(0.9));
    expect(await deliver()).toBe(0);
    platform.clock.advance(hours(0.2));
    receiver.answer({ status: 200 });
    expect(await deliver()).toBe(1);
    expect(await states(shop)).toEqual(["delivered"]);
  });

  it("is not followed through redirects, and its response is read only as far as the log stores it", async () => {
    const shop = await shopWithEndpoint();
    await write(shop, "Habari");
    receiver.answer({
      status: 302,
      headers: { location: `${receiver.url}/elsewhere` },
      body: "x".repeat(200_000),
    });
    await deliver();
    expect(receiver.take().map(({ path }) => path)).toEqual([`/${shop.org.orgId}`]);
    const [row] = await log(shop);
    expect(row!.delivery).toMatchObject({ state: "waiting", lastStatus: 302 });
    expect(row!.delivery.lastAnswer!.length).toBeLessThanOrEqual(2000);
  });

  it("is disabled at once when it returns 410, and its managers get an email", async () => {
    const shop = await shopWithEndpoint();
    await write(shop, "Habari");
    receiver.answer({ status: 410 });
    await deliver();
    const { endpoint } = await getEndpoint({ ctx: shop.org.ctx, input: { endpointId: shop.endpoint.id } });
    expect(endpoint).toMatchObject({ isOn: false, offReason: expect.stringContaining("410") });
    expect(platform.waiting.map(({ job }) => job.name)).toEqual(["send-mail"]);
  });

  it("is reported by email after two and a half days and disabled after five, not after one bad hour", async () => {
    const shop = await shopWithEndpoint();
    receiver.answer({ status: 503 });
    const failAfter = async (wait: number) => {
      platform.clock.advance(wait);
      platform.waiting.length = 0;
      await write(shop, "Habari");
      await deliver();
      const input = { endpointId: shop.endpoint.id };
      const { endpoint } = await getEndpoint({ ctx: shop.org.ctx, input });
      return { isOn: endpoint.isOn, mails: platform.waiting.length };
    };
    expect(await failAfter(0)).toEqual({ isOn: true, mails: 0 });
    expect(await failAfter(hours(24))).toEqual({ isOn: true, mails: 0 });
    expect(await failAfter(hours(40))).toEqual({ isOn: true, mails: 1 });
    expect(await failAfter(hours(40))).toEqual({ isOn: true, mails: 0 });
    expect(await failAfter(hours(17))).toEqual({ isOn: false, mails: 1 });
    expect((await states(shop)).filter((state) => state === "waiting")).toEqual([]);
  });

  it("is counted from zero after one success", async () => {
    const shop = await shopWithEndpoint();
    receiver.answer({ status: 503 });
    await write(shop, "Habari");
    await deliver();
    receiver.answer({ status: 200 });
    platform.clock.advance(hours(1));
    await deliver();
    const { endpoint } = await getEndpoint({ ctx: shop.org.ctx, input: { endpointId: shop.endpoint.id } });
    expect(endpoint).toMatchObject({ isOn: true, failingSince: null });
  });
});
