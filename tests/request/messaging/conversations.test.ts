import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { textColumns } from "#app/domain/messaging/messages/text.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, hours, minutes, newKey } from "#tests/support/chats.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const reply = "POST /conversations/:conversationId/messages";
const sendTemplate = "POST /conversations/:conversationId/template";

describe("the conversation list", () => {
  it("shows the latest message first, with unread messages and presence", async () => {
    const { org, phoneNumberId } = await chats.shopWithCustomer({ wroteMsAgo: minutes(30), unread: 1 });
    await chats.addCustomer(
      org,
      phoneNumberId,
      { phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 3, text: "Hello" },
    );
    const list = await platform.call("GET /conversations", {}, org);
    expect(list.conversations.map(({ name, unread, status }) => [name, unread, status])).toEqual([
      ["+254733000111", 3, "online"],
      ["Asha Mwangi", 1, "offline"],
    ]);
    expect(list).toMatchObject({ total: 2, unread: 4, page: 1, pages: 1 });
  });

  it("finds by name, by text and by a number in Kenyan notation", async () => {
    const { org, phoneNumberId } = await chats.shopWithCustomer();
    await chats.addCustomer(
      org,
      phoneNumberId,
      { name: "Otieno", phone: "+254733000111" },
      { wroteAt: platform.clock.now(), unread: 0, text: "100% done_" },
    );
    const namesFor = async (q: string) =>
      (await platform.call("GET /conversations", { q }, org)).conversations.map(({ name }) => name);
    expect(await namesFor("asha")).toEqual(["Asha Mwangi"]);
    expect(await namesFor("ORDER READY")).toEqual(["Asha Mwangi"]);
    expect(await namesFor("0733 000")).toEqual(["Otieno"]);
    expect(await namesFor("0111")).toEqual(["Otieno"]);
    expect(await namesFor("0% done_")).toEqual(["Otieno"]);
    expect(await namesFor("r%d")).toEqual([]);
  });

  it("finds any message of the thread regardless of case, accents and line breaks: text, reply, caption, template", async () => {
    const { org, accountId, contactId, phoneNumberId, conversationId } = await chats.shopWithCustomer();
    const wrote = { wroteAt: platform.clock.now(), unread: 0, text: "Sawa" };
    await chats.addCustomer(org, phoneNumberId, { name: "Otieno", phone: "+254733000111" }, wrote);
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(messages).values({
        orgId: org.orgId,
        id: newId("msg"),
        direction: "in",
        type: "image",
        phoneNumberId,
        contactId,
        ...textColumns("📷 Photo: My crème brûlée"),
      }),
    );
    await platform.call(reply, { conversationId, text: "Karibu,\nJosé!", key: newKey() }, org);
    const templateId = await chats.addTemplate(org, accountId);
    const variables = { "1": "Asha", "2": "A-17" };
    await platform.call(sendTemplate, { conversationId, templateId, variables, key: newKey() }, org);
    await platform.call(reply, { conversationId, text: "Bye", key: newKey() }, org);
    for (const q of ["IS MY ORDER", "creme BRULEE", "karibu, jose", "order a-17 is"])
      expect((await platform.call("GET /conversations", { q }, org)).conversations, q).toMatchObject([
        { name: "Asha Mwangi", lastMessage: "Bye" },
      ]);
    expect(await platform.call("GET /conversations", { q: "a%17" }, org)).toMatchObject({ total: 0 });
  });
});

describe("a thread", () => {
  it("shows each side's messages in order, templates with their values, and a failure with its reason", async () => {
    const { org, accountId, contactId, phoneNumberId, conversationId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId);
    const now = platform.clock.now().getTime();
    const out = { orgId: org.orgId, direction: "out" as const, phoneNumberId, contactId };
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(messages).values([
        {
          ...out,
          id: newId("msg"),
          type: "template",
          templateId,
          variables: { "1": "Asha", "2": "A-17" },
          state: "read",
          createdAt: new Date(now - hours(1)),
        },
        {
          ...out,
          id: newId("msg"),
          type: "text",
          body: "Yes!",
          state: "failed",
          errorCode: 131026,
          errorDetail: "Not on WhatsApp",
          createdAt: new Date(now),
        },
        {
          ...out,
          id: newId("msg"),
          direction: "in",
          type: "image",
          state: "delivered",
          createdAt: new Date(now + 1),
        },
      ]),
    );
    const thread = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.messages.map(({ sender, content, status }) => [sender, content, status])).toEqual([
      ["user", "Hello Asha, order A-17 is ready.", "read"],
      ["contact", "Habari, is my order ready?", "received"],
      ["user", "Yes!", "failed"],
      ["contact", "Photo", "received"],
    ]);
    expect(thread.messages[2]?.failure).toMatchObject({
      text: "The number is not on WhatsApp, or its app is outdated.",
      errorCode: 131026,
      detail: "Not on WhatsApp",
    });
    expect(thread.conversation).toMatchObject({ businessNumber: "+254 700 111 222", windowOpen: true });
  });

  it("pages back through every message once, also when many share the same time", async () => {
    const { org, contactId, phoneNumberId, conversationId } = await chats.shopWithCustomer();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(messages).values(
        Array.from({ length: 120 }, (_, index) => ({
          orgId: org.orgId,
          id: newId("msg", platform.clock.now().getTime()),
          direction: "in" as const,
          type: "text",
          phoneNumberId,
          contactId,
          body: `number ${index}`,
          createdAt: platform.clock.now(),
        })),
      ),
    );
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await platform.call(
        "GET /conversations/:conversationId",
        { conversationId, ...(before ? { before } : {}) },
        org,
      );
      seen.unshift(...page.messages.map(({ content }) => content));
      before = page.earlier ?? undefined;
    } while (before);
    expect(seen[0]).toBe("Habari, is my order ready?");
    expect(new Set(seen).size).toBe(121);
    expect(seen).toHaveLength(121);
  });

  it("clears its unread badge when a member opens it, logged once", async () => {
    const { org, conversationId } = await chats.shopWithCustomer({ unread: 2 });
    const read = () => platform.call("POST /conversations/:conversationId/read", { conversationId }, org);
    await read();
    const thread = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
    expect(thread.conversation.unread).toBe(0);
    await read();
    const list = await platform.call("GET /conversations", {}, org);
    expect(list.conversations[0]?.unread).toBe(0);
    expect(list.unread).toBe(0);
    const entries = await entriesOf(platform, org.orgId);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["Conversation read", "Asha Mwangi, 2 new"],
    ]);
  });
});

describe("another organisation", () => {
  it("sees and touches nothing of a conversation", async () => {
    const { org, accountId, conversationId } = await chats.shopWithCustomer({ unread: 1 });
    const stranger = await platform.createOrg("Nyumba Bora");
    expect(await platform.call("GET /conversations", {}, stranger)).toMatchObject({
      conversations: [],
      total: 0,
    });
    const calls: [string, Record<string, unknown>][] = [
      ["GET /conversations/:conversationId", {}],
      ["GET /conversations/:conversationId/templates", {}],
      ["GET /conversations/events", {}],
      [reply, { text: "Hello", key: newKey() }],
      [sendTemplate, { templateId: "tpl_any", key: newKey() }],
      ["POST /conversations/:conversationId/read", {}],
    ];
    for (const [key, input] of calls) {
      const answer = await chats.refusal(key, { conversationId, ...input }, stranger);
      expect([key, answer.status, answer.code]).toEqual([key, 404, "conversation.not_found"]);
    }
    expect(await chats.outgoing(org)).toEqual([]);
    expect((await platform.call("GET /conversations", {}, org)).unread).toBe(1);
    const templateId = await chats.addTemplate(org, accountId);
    const own = await chats.shopWithCustomer();
    expect(
      await chats.refusal(
        sendTemplate,
        { conversationId: own.conversationId, templateId, key: newKey() },
        own.org,
      ),
    ).toMatchObject({ status: 404, code: "template.not_found" });
  });
});

describe("a contact who is deleted", () => {
  it("loses its messages for good; billing records stay, without their text", async () => {
    const { org, accountId, contactId, conversationId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId, { name: "pickup" });
    const input = { conversationId, key: newKey() };
    await platform.call(reply, { ...input, text: "Yes, it is ready, Asha." }, org);
    const template = { ...input, key: newKey(), templateId, variables: { "1": "Asha", "2": "17:00" } };
    const { messageId } = await platform.call(sendTemplate, template, org);
    await platform.services.db.withSystem((tx) =>
      tx.update(messages).set({ state: "accepted" }).where(eq(messages.id, messageId)),
    );
    await platform.call("DELETE /contacts/:contactId", { contactId }, org);
    const left = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(messages).where(eq(messages.contactId, contactId)),
    );
    expect(left).toMatchObject([
      { id: messageId, state: "accepted", variables: {}, body: null, searchText: null },
    ]);
  });
});

describe("the event stream", () => {
  it("notifies an open screen of changes since it was loaded", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const { change } = await platform.call("GET /conversations/:conversationId", { conversationId }, org);
    const response = await platform.request(
      "GET /conversations/events",
      { conversationId, since: change },
      org,
    );
    expect(response.headers.get("content-type")).toMatch("text/event-stream");
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toBe("retry: 3000\n\n");
    const event = reader.read();
    await platform.call(reply, { conversationId, text: "Karibu", key: newKey() }, org);
    const { change: next } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(next).not.toBe(change);
    expect((await event).value).toBe(`id: ${next}\ndata: changed\n\n`);
    await reader.cancel();
  });
});
