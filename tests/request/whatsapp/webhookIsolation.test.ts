import { afterEach, expect, it } from "vitest";
import { clientOf } from "#app/db/client.server.ts";
import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import { addressOf } from "#app/domain/whatsapp/webhookEvents/address.ts";
import { createWebhookInbox } from "#app/domain/whatsapp/webhookEvents/append.server.ts";
import { startWebhookProcessor } from "#app/worker/webhookProcessor.server.ts";
import { until } from "#tests/support/campaign.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

let processor: ReturnType<typeof startWebhookProcessor> | undefined;
afterEach(async () => {
  await processor?.stop();
  processor = undefined;
  await platform.services.db.owner.query("truncate webhook_events, processed_webhooks");
});

let count = 0;
const changeOf = (shop: Shop, text: string) => ({
  field: "messages",
  value: {
    metadata: { phone_number_id: shop.phoneNumberId },
    messages: [
      {
        from: "254712345678",
        id: `wamid.isolation.${++count}`,
        timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
        type: "text",
        text: { body: text },
      },
    ],
  },
});
const store = (...changes: unknown[]) => {
  const body = { entry: [{ id: "1", changes }] };
  return createWebhookInbox(platform.services.db.system).append(JSON.stringify(body), addressOf(body));
};
const stop = (shop: Shop) => store(changeOf(shop, "STOP"));
const rows = async <Row>(text: string, values: unknown[] = []) =>
  (await platform.services.db.system.query(text, values)).rows as Row[];
const isOptedOut = async ({ org }: Shop) =>
  (await rows("select 1 from contacts where org_id = $1 and opted_out_at is not null", [org.orgId])).length >
  0;

it("applies the STOP of one organisation while another's rows are locked, and the other's when released", async () => {
  const [blocked, other] = [await chats.shopWithCustomer(), await chats.shopWithCustomer()];
  processor = startWebhookProcessor(platform.services);
  let free: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    free = resolve;
  });
  const lock = platform.services.db.withSystem(async (tx) => {
    await clientOf(tx).query({
      text: "select 1 from contacts where org_id = $1 for update",
      values: [blocked.org.orgId],
    });
    for (let n = 0; n < 6; n++) await stop(blocked);
    await stop(other);
    await until("the other's STOP is obeyed", () => isOptedOut(other), 12_000);
    await released;
    return await isOptedOut(blocked);
  });
  free();
  expect(await lock).toBe(false);
  await until("the blocked STOP is obeyed", () => isOptedOut(blocked), 20_000);
});

it("applies customers' messages before statuses stored earlier", async () => {
  const shop = await chats.shopWithCustomer();
  const metadata = { phone_number_id: shop.phoneNumberId };
  const statuses = [{ id: "wamid.other", status: "read", timestamp: "1790000000" }];
  for (let n = 0; n < 500; n++) await store({ field: "messages", value: { metadata, statuses } });
  await stop(shop);
  expect(await applyWaitingWebhooks(platform.services)).toBeLessThan(500);
  expect(await isOptedOut(shop)).toBe(true);
});

it("applies to each organisation its part of a shared webhook", async () => {
  const [one, other] = [await chats.shopWithCustomer(), await chats.shopWithCustomer()];
  await store(changeOf(one, "STOP"), changeOf(other, "Habari"));
  while ((await applyWaitingWebhooks(platform.services)) > 0);
  expect(await isOptedOut(one)).toBe(true);
  const stored = await rows<{ account_key: string; error: string | null }>(
    "select account_key, error from processed_webhooks order by id",
  );
  expect(stored.map(({ account_key }) => account_key)).toEqual(
    expect.arrayContaining(["", one.phoneNumberId, other.phoneNumberId]),
  );
});

it("polls once in five seconds while idle, and still applies the next webhook within a moment", async () => {
  const shop = await chats.shopWithCustomer();
  const { system } = platform.services.db.for("webhooks");
  const query = system.query.bind(system) as (...args: unknown[]) => unknown;
  const queriedAt: number[] = [];
  system.query = ((...args: unknown[]) => {
    queriedAt.push(performance.now());
    return query(...args);
  }) as typeof system.query;
  try {
    processor = startWebhookProcessor(platform.services);
    await until("it has looked", async () => queriedAt.length > 0);
    await stop(shop);
    await until("the STOP is obeyed", () => isOptedOut(shop), 4500);
    // It polls once more after it has applied something.
    let before = -1;
    await until("it rests", async () => {
      before = queriedAt.length;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return queriedAt.length === before;
    });
    await until("it has looked again", async () => queriedAt.length > before);
    expect(queriedAt[before]! - queriedAt[before - 1]!).toBeGreaterThan(4500);
  } finally {
    Reflect.deleteProperty(system, "query");
  }
});
