import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { createChats, hours } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { receive, unusualWebhook, webhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

const now = ({ phoneNumberId }: Shop) => ({ phoneNumberId, at: platform.clock.now() });
const arrive = (shop: Shop, ...names: string[]) =>
  receive(platform, ...names.map((name) => webhook(name, now(shop))));
const read = (shop: Shop) =>
  platform.call("GET /conversations/:conversationId", { conversationId: shop.conversationId }, shop.org);
const last = async (shop: Shop) => (await read(shop)).messages.at(-1)!;

describe("a message that came through an ad", () => {
  it("shows the ad, and the conversation and the contact keep it", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "in_text_ctwa_referral");
    expect(await last(shop)).toMatchObject({
      content: "Nimeona tangazo",
      ad: { headline: "Chat with us", body: "Sale", isPost: false, url: "https://fb.me/abc" },
    });
    const [contact] = await platform.services.db.withSystem((tx) =>
      tx.select().from(contacts).where(eq(contacts.id, shop.contactId)),
    );
    expect(contact?.firstAd).toMatchObject({
      sourceId: "120226305854810726",
      sourceType: "ad",
      headline: "Chat with us",
      clickId: "Aff-xyz",
    });
    const [thread] = await platform.services.db.withSystem((tx) =>
      tx.select().from(conversations).where(eq(conversations.id, shop.conversationId)),
    );
    expect(thread?.adAt).toEqual(expect.any(Date));
  });

  it("links to no unsafe address", async () => {
    const shop = await chats.shopWithCustomer();
    const body = webhook("in_text_ctwa_referral", now(shop));
    await receive(platform, body.replace("https://fb.me/abc", "javascript:alert(1)"));
    expect(await last(shop)).toMatchObject({ ad: { headline: "Chat with us", url: null } });
  });
});

describe("an order", () => {
  it("shows its lines and their total", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "in_order");
    expect((await last(shop)).order).toMatchObject({
      text: "Deliver today",
      lines: [
        { productId: "sku-unga-2kg", hint: expect.stringMatching(/3.*210\.00/), amount: "KES\u00a0630.00" },
        { productId: "sku-oil-1l", hint: expect.stringMatching(/1.*389\.50/), amount: "KES\u00a0389.50" },
      ],
      total: "KES\u00a01,019.50",
    });
  });

  it("has no total of two currencies or of unknown prices", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "in_order_two_currencies");
    expect((await last(shop)).order).toMatchObject({
      lines: [{ amount: "KES\u00a00.20" }, { amount: "USD\u00a05.00" }, { amount: null }],
      total: null,
    });
  });
});

describe("the answers of a form", () => {
  it("are a list of fields without the token of the flow", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "in_flow_reply");
    expect((await last(shop)).answers).toEqual([
      { field: "Name", value: "Asha" },
      { field: "Age", value: "32" },
    ]);
  });

  it("are empty when the text is not a JSON object", async () => {
    const shop = await chats.shopWithCustomer();
    const body = webhook("in_flow_reply", now(shop));
    await receive(platform, body.replace(/"response_json": ".*"/, '"response_json": "[1"'));
    expect(await last(shop)).toMatchObject({ content: "Sent", answers: [] });
  });
});

describe("a call of a customer", () => {
  it.each(["call_missed", "call_connect"])("(%s) is a missed call and opens the window", async (name) => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    const body = webhook(name, now(shop));
    const seconds = String(Math.floor(platform.clock.now().getTime() / 1000));
    await receive(platform, body.replace("1790000500", seconds));
    const { conversation, messages: shown } = await read(shop);
    expect(shown.at(-1)).toMatchObject({ content: "📞 Missed call", isKnown: false });
    expect(conversation).toMatchObject({ windowOpen: true, state: "waiting" });
  });

  it("is one line, whatever the number of its events", async () => {
    const shop = await chats.shopWithCustomer();
    const at = { phoneNumberId: shop.phoneNumberId };
    const ended = webhook("call_terminate", at).replaceAll(/"duration": 90/g, '"duration": 0');
    await receive(platform, webhook("call_connect", at), ended, webhook("call_connect", at));
    const calls = (await read(shop)).messages.filter(({ type }) => type === "call");
    expect(calls).toHaveLength(1);
  });

  it("answered by another app is not a missed call", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "call_terminate");
    expect((await read(shop)).messages).toHaveLength(1);
  });
});

describe("a message changed by the customer", () => {
  const wroteAs = (shop: Shop, wamid: string) =>
    platform.services.db.withSystem((tx) =>
      tx
        .update(messages)
        .set({ wamid, payload: { type: "text", text: { body: "Habari, is my order ready?" } } })
        .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.contactId, shop.contactId))),
    );
  const change = (shop: Shop, ...names: string[]) =>
    receive(platform, ...names.map((name) => unusualWebhook(name, now(shop))));

  it("shows its new text in its place, and keeps the earlier one", async () => {
    const shop = await chats.shopWithCustomer();
    await wroteAs(shop, "wamid.zzzzzz");
    await change(shop, "edit_text", "edit_text");
    expect((await read(shop)).messages).toMatchObject([
      { content: "Two bags, not one", earlierTexts: ["Habari, is my order ready?"], isRevoked: false },
    ]);
    const found = await platform.call("GET /conversations", { q: "two bags" }, shop.org);
    expect(found.conversations).toHaveLength(1);
  });

  it("is deleted in place when revoked, with its text, and opens no window", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    await wroteAs(shop, "wamid.zzzzzz");
    await change(shop, "revoke");
    const { messages: shown, conversation } = await read(shop);
    expect(shown).toMatchObject([{ isRevoked: true, earlierTexts: [], isKnown: false }]);
    expect(conversation.windowOpen).toBe(false);
    const stored = await platform.services.db.withSystem((tx) =>
      tx.select().from(messages).where(eq(messages.orgId, shop.org.orgId)),
    );
    expect(JSON.stringify(stored)).not.toContain("is my order ready");
    expect((await platform.call("GET /conversations", { q: "order ready" }, shop.org)).conversations).toEqual(
      [],
    );
  });

  it("of someone else is unchanged", async () => {
    const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
    await wroteAs(shop, "wamid.zzzzzz");
    await change(shop, "revoke");
    expect((await read(shop)).messages).toMatchObject([{ content: "Habari, is my order ready?" }]);
  });
});

describe("a person who writes with a username", () => {
  it("is found by their user id, and the username is stored", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "in_text_username");
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(contacts).where(eq(contacts.orgId, shop.org.orgId)),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({
        name: "Njeri",
        username: "njeri.k",
        bsuid: "KE.13491208655302741918",
        phone: null,
      }),
    );
  });
});
