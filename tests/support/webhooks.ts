import { beforeEach } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { webhookDeliveries } from "#app/db/schema/record/webhooks.ts";
import { publicEventNames } from "#app/domain/insights/events/publicEvents.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { listDeliveries } from "#app/domain/record/webhooks/deliveries.server.ts";
import { createEndpoint } from "#app/domain/record/webhooks/endpoints.server.ts";
import { newId } from "#app/platform/ids.ts";
import { createHookClient } from "#app/providers/webhooks/post.server.ts";
import { deliverDue } from "#app/worker/webhookDeliveries.server.ts";
import { createChats } from "./chats.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";
import { setUpReceiver } from "./receiver.ts";
import { setUp } from "./setUp.ts";

type Shop = Awaited<ReturnType<ReturnType<typeof createChats>["shopWithCustomer"]>>;
export type ShownEndpoint = Awaited<ReturnType<typeof createEndpoint>>;

/**
 * Organisations whose systems receive events, and a receiver on this machine. The platform allows loopback.
 */
export function setUpWebhooks(platform: TestPlatform) {
  const chats = createChats(platform);
  const receiver = setUpReceiver();
  const hooks = setUp(
    async () => createHookClient({ allowLoopback: true }),
    ({ close }) => close(),
  );

  beforeEach(async () => {
    // Retries left by an earlier test are dropped.
    await platform.services.db.withSystem((tx) => tx.update(webhookDeliveries).set({ dueAt: null }));
    platform.waiting.length = 0;
    receiver.take();
    receiver.answer({ status: 204 });
  });

  async function shopWithEndpoint(events = [...publicEventNames]): Promise<Shop & ShownEndpoint> {
    const shop = await chats.shopWithCustomer();
    const input = {
      url: `${receiver.url}/${shop.org.orgId}`,
      events,
      description: "",
      mode: "live" as const,
    };
    return { ...shop, ...(await createEndpoint({ ctx: shop.org.ctx, input })) };
  }

  const timestamp = () => String(Math.floor(platform.clock.now().getTime() / 1000));

  const write = (shop: Shop, text: string) =>
    platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, {
        messages: [
          {
            from: "254712345678",
            id: newId("msg"),
            timestamp: timestamp(),
            type: "text",
            text: { body: text },
          },
        ],
      }),
    );

  /** A sent message, with its id at WhatsApp. */
  async function sent(shop: Shop) {
    const id = newId("msg");
    const wamid = `wamid.${id}`;
    await platform.services.db.withSystem((tx) =>
      tx.insert(messages).values({
        orgId: shop.org.orgId,
        id,
        direction: "out",
        type: "text",
        state: "sent",
        phoneNumberId: shop.phoneNumberId,
        contactId: shop.contactId,
        recipient: "+254712345678",
        body: "Karibu",
        wamid,
      }),
    );
    const report = (...states: string[]) =>
      platform.services.db.withSystem((tx) =>
        applyStatuses(
          tx,
          platform.services,
          shop.org.orgId,
          states.map((status) => ({
            id: wamid,
            status,
            timestamp: timestamp(),
            biz_opaque_callback_data: id,
            ...(status === "failed" ? { errors: [{ code: 131026, title: "Message undeliverable" }] } : {}),
          })),
        ),
      );
    return { id, report };
  }

  const deliver = () => deliverDue(platform.services, hooks);
  const received = () => receiver.take().map(({ body }) => JSON.parse(body));
  const log = (shop: { org: TestOrg } & ShownEndpoint, filter: object = {}) =>
    listDeliveries({ ctx: shop.org.ctx, input: { endpointId: shop.endpoint.id, limit: 50, ...filter } });
  const states = async (shop: { org: TestOrg } & ShownEndpoint) =>
    (await log(shop)).map((row) => row.delivery.state);

  return { chats, receiver, hooks, shopWithEndpoint, write, sent, deliver, received, log, states };
}
