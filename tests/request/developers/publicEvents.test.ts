import { describe, expect, it } from "vitest";
import { bots } from "#app/db/schema/bots/bots.ts";
import { optOut } from "#app/domain/contacts/consent.server.ts";
import { publicEventNames, sampleDataOf } from "#app/domain/insights/events/publicEvents.ts";
import { publicTypes } from "#app/domain/insights/events/words.ts";
import { campaignPaused, messageReceived } from "#app/domain/messaging/events.ts";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { publicName } from "#app/domain/record/eventType.ts";
import { record } from "#app/domain/record/record.server.ts";
import { newId } from "#app/platform/ids.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpWebhooks } from "#tests/support/webhooks.ts";

// Receivers compare the timestamp of a signature with their own clock.
const platform = setUpPlatform({
  env: { WEBHOOKS_TO_LOOPBACK: "on" },
  startsAt: new Date().toISOString(),
});
const { shopWithEndpoint, write, sent, deliver, received, states, chats } = setUpWebhooks(platform);

type Shop = Awaited<ReturnType<typeof shopWithEndpoint>>;

const react = (shop: Shop, wamid: string, emoji: string) =>
  platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, {
      messages: [
        {
          from: "254712345678",
          id: newId("msg"),
          timestamp: String(Math.floor(platform.clock.now().getTime() / 1000)),
          type: "reaction",
          reaction: { message_id: wamid, emoji },
        },
      ],
    }),
  );

const pause = (shop: Shop, campaignId: string) =>
  shop.org.ctx.db.withOrg(shop.org.orgId, (tx) =>
    record(tx, shop.org.ctx, campaignPaused, { subject: campaignId, data: { campaign: "Sale" } }),
  );

describe("webhook endpoints get recorded events", () => {
  it("sends a reaction as message.reacted, and a message as message.received", async () => {
    const shop = await shopWithEndpoint();
    await react(shop, "wamid.1", "👍");
    await write(shop, "Asante");
    await deliver();
    const events = received();
    expect(events.map(({ type }) => type).sort()).toEqual(["message.reacted", "message.received"]);
    const [reacted] = events.filter(({ type }) => type === "message.reacted");
    expect(reacted.data).toMatchObject({
      status: "reacted",
      from: "+254712345678",
      contact_id: shop.contactId,
      message_type: "reaction",
      reaction: { emoji: "👍", wamid: "wamid.1" },
    });
    expect(reacted.data).not.toHaveProperty("text");
  });

  it("sends a snooze with its end, and why it ended", async () => {
    const shop = await shopWithEndpoint(["conversation.snoozed", "conversation.unsnoozed"]);
    const { org, conversationId } = shop;
    await platform.call(
      "PUT /conversations/:conversationId/snooze",
      { conversationId, until: toNairobiInput(new Date(platform.clock.now().getTime() + 7_200_000)) },
      org,
    );
    await write(shop, "Asante");
    await deliver();
    const events = received().map(({ type, data }) => ({ type, data }));
    // Deliveries under way at the same time may arrive in any order.
    expect(events.sort((a, b) => a.type.localeCompare(b.type))).toMatchObject([
      {
        type: "conversation.snoozed",
        data: {
          conversation_id: conversationId,
          contact_name: "Asha Mwangi",
          snoozed_until: expect.stringMatching(/^\d{4}-.*Z$/),
        },
      },
      { type: "conversation.unsnoozed", data: { reason: "customer_wrote", status: "waiting" } },
    ]);
  });

  it("sends an opt-out with the contact and its source", async () => {
    const shop = await shopWithEndpoint(["contact.opted_out"]);
    await platform.services.db.withSystem((tx) =>
      optOut(tx, {
        orgId: shop.org.orgId,
        contactId: shop.contactId,
        at: platform.clock.now(),
        source: "whatsapp:STOP",
      }),
    );
    await deliver();
    expect(received()).toMatchObject([
      {
        type: "contact.opted_out",
        data: { contact_id: shop.contactId, phone: "+254712345678", source: "whatsapp:STOP" },
      },
    ]);
  });

  it("sends repeated events of one subject, but a message status once", async () => {
    const shop = await shopWithEndpoint(["campaign.paused", "message.delivered"]);
    const campaignId = newId("cmp");
    await pause(shop, campaignId);
    await pause(shop, campaignId);
    const message = await sent(shop);
    await message.report("delivered");
    await message.report("delivered");
    await deliver();
    expect(
      received()
        .map(({ type, data }) => `${type} ${data.campaign_id ?? data.message_id}`)
        .sort(),
    ).toEqual([
      `campaign.paused ${campaignId}`,
      `campaign.paused ${campaignId}`,
      `message.delivered ${message.id}`,
    ]);
  });

  it("stores nothing for an organisation without a matching endpoint, and nothing of another's", async () => {
    const shop = await shopWithEndpoint(["deal.created"]);
    const other = await shopWithEndpoint();
    await pause(shop, newId("cmp"));
    expect(await states(shop)).toEqual([]);
    expect(await states(other)).toEqual([]);
  });

  it("is undone with the transaction", async () => {
    const shop = await shopWithEndpoint();
    const failing = shop.org.ctx.db.withOrg(shop.org.orgId, async (tx) => {
      await record(tx, shop.org.ctx, campaignPaused, { subject: newId("cmp"), data: { campaign: "Sale" } });
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect(await states(shop)).toEqual([]);
  });

  it("requires jobs in the context where an event starts a job", async () => {
    const shop = await chats.shopWithCustomer();
    const { orgId, actor, clock, db } = shop.org.ctx;
    const bot = { orgId, id: newId("bot"), name: "Amani", status: "live" as const, about: "A shop" };
    await db.withSystem((tx) => tx.insert(bots).values(bot));
    const recorded = db.withSystem((tx) =>
      record(tx, { orgId, actor, clock }, messageReceived, {
        subject: newId("cnv"),
        data: {
          messageId: newId("msg"),
          excerpt: "Habari",
          contactId: shop.contactId,
          contact: "A",
          phone: null,
        },
      }),
    );
    await expect(recorded).rejects.toThrow("`jobs`");
  });
});

describe("public events", () => {
  it("have a sample with the fields that are sent", () => {
    for (const type of publicTypes.filter(({ webhook }) => webhook!.fields)) {
      const sample = sampleDataOf(publicName(type));
      for (const [field, key] of Object.entries(type.webhook!.fields!)) {
        expect(sample, `${type.name}: ${field}`).toHaveProperty(field);
        expect((type.data as never as { shape: object }).shape, `${type.name}: ${key}`).toHaveProperty(key);
      }
    }
    expect(publicEventNames).toContain("message.reacted");
  });

  it("are grouped on the developers' page, with message events selected", async () => {
    const org = await platform.createOrg();
    const { groups } = await platform.call("GET /developer/webhooks", {}, org);
    const offered = groups.flatMap(({ events }) => events);
    expect(offered.map(({ name }) => name).sort()).toEqual([...publicEventNames].sort());
  });
});
