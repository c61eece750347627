import { describe, expect, it } from "vitest";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { applyPreferences } from "#app/domain/messaging/webhooks/preferences.server.ts";
import type { MessagesValue } from "#app/domain/whatsapp/webhookEvents/events.ts";
import { createChats, hours, minutes } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const arrive = (shop: { org: TestOrg; phoneNumberId: string }, value: MessagesValue) =>
  platform.services.db.withSystem((tx) =>
    applyInbound(tx, platform.services, shop.org.orgId, shop.phoneNumberId, value),
  );
const timestamp = () => String(Math.floor(platform.clock.now().getTime() / 1000));
const conversationsOf = async (org: TestOrg) =>
  (await platform.call("GET /conversations", {}, org)).conversations;

describe("a webhook body with messages of several people", () => {
  const text = (from: string, id: string) => ({
    from,
    id: `wamid.${id}`,
    timestamp: timestamp(),
    type: "text",
    text: { body: "Habari" },
  });

  it("gives each the name of their own profile, and none without a profile", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, {
      contacts: [
        { wa_id: "254722000011", profile: { name: "Njeri" } },
        { wa_id: "254722000012", profile: { name: "Otieno" } },
      ],
      messages: [text("254722000011", "a"), text("254722000012", "b"), text("254722000013", "c")],
    });
    const names = (await conversationsOf(shop.org)).map(({ phone, name }) => [phone, name]);
    expect(names).toEqual(
      expect.arrayContaining([
        ["+254722000011", "Njeri"],
        ["+254722000012", "Otieno"],
        ["+254722000013", "+254722000013"],
      ]),
    );
  });

  it("assigns a single profile to its message, and finds people by their user ids", async () => {
    const shop = await chats.shopWithCustomer();
    const { from: _, ...byUserId } = text("", "d");
    await arrive(shop, {
      contacts: [
        { user_id: "KE.1", profile: { name: "Njeri" } },
        { user_id: "KE.2", profile: { name: "Wanjiku" } },
      ],
      messages: [{ ...byUserId, from_user_id: "KE.2" }],
    });
    await arrive(shop, {
      contacts: [{ user_id: "KE.3", profile: { name: "Kamau" } }],
      messages: [text("254722000014", "e")],
    });
    const names = (await conversationsOf(shop.org)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Wanjiku", "Kamau"]));
    expect(names).not.toContain("Njeri");
  });
});

describe("a notice that a customer has a new number", () => {
  const notice = (from: string, to: string) => ({
    messages: [
      {
        from,
        id: `wamid.system.${from}`,
        timestamp: timestamp(),
        type: "system",
        system: { type: "user_changed_number", wa_id: to, body: "User A changed from 1 to 2" },
      },
    ],
  });
  const readBy = async (org: TestOrg, conversationId: string) =>
    platform.call("GET /conversations/:conversationId", { conversationId }, org);

  it("is shown in the thread, and neither opens the window nor counts as unread", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    await arrive(shop, notice("254712345678", "254712345679"));
    const { conversation, messages } = await readBy(shop.org, shop.conversationId);
    expect(conversation).toMatchObject({ phone: "+254712345679", windowOpen: false, unread: 0 });
    expect(messages.at(-1)).toMatchObject({ type: "system", content: "User A changed from 1 to 2" });
    const { notifications } = await platform.call("GET /notifications", {}, shop.org);
    expect(notifications).toEqual([]);
  });

  it("leaves an open window and unread messages unchanged", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: minutes(90), unread: 2 });
    const { conversation: before } = await readBy(shop.org, shop.conversationId);
    await arrive(shop, notice("254712345678", "254712345680"));
    const { conversation } = await readBy(shop.org, shop.conversationId);
    expect(conversation).toMatchObject({ windowEndsAt: before.windowEndsAt, windowOpen: true, unread: 2 });
  });

  it("from a person who never wrote starts a conversation without a window", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, notice("254722000021", "254722000022"));
    const found = (await conversationsOf(shop.org)).find(({ phone }) => phone === "+254722000022");
    expect(found).toMatchObject({ unread: 0, status: "offline" });
    const { conversation } = await readBy(shop.org, found!.id);
    expect(conversation).toMatchObject({ windowEndsAt: null, windowOpen: false });
  });
});

describe("a customer who stops promotions", () => {
  const inbound = (message: Record<string, unknown>): MessagesValue => ({
    contacts: [{ wa_id: "254722000021", profile: { name: "Akinyi" } }],
    messages: [
      { from: "254722000021", id: `wamid.${JSON.stringify(message)}`, timestamp: timestamp(), ...message },
    ],
  });
  const akinyi = async (org: TestOrg) =>
    (await platform.call("GET /contacts", { search: "Akinyi" }, org)).contacts[0];

  it.each([
    ["presses Meta's button", { type: "button", button: { payload: "x-1", text: "Stop promotions" } }],
    ["writes it", { type: "text", text: { body: "stop promotions" } }],
  ])("with %s loses consent and is not opted out", async (_, message) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, inbound({ type: "text", text: { body: "START" } }));
    expect(await akinyi(shop.org)).toMatchObject({ consent: "granted" });
    await arrive(shop, inbound(message));
    expect(await akinyi(shop.org)).toMatchObject({ consent: "none", optedOutAt: null });
  });

  it("in WhatsApp's settings still gets everything else", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, inbound({ type: "text", text: { body: "START" } }));
    const preference = { wa_id: "254722000021", category: "marketing_messages", timestamp: timestamp() };
    const report = (value: "stop" | "resume") =>
      platform.services.db.withSystem((tx) =>
        applyPreferences(tx, platform.services, shop.org.orgId, {
          user_preferences: [{ ...preference, value }],
        }),
      );
    await report("stop");
    expect(await akinyi(shop.org)).toMatchObject({ consent: "none", optedOutAt: null });
    await report("resume");
    expect(await akinyi(shop.org)).toMatchObject({ consent: "granted" });
  });
});
