import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts.ts";
import { activityLogs } from "#app/db/schema/identity.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import {
  phoneNumbers,
  type TemplateComponent,
  templates,
  whatsappAccounts,
} from "#app/db/schema/whatsapp.ts";
import { newId } from "#app/shared/ids.ts";
import { createTestPlatform, type TestOrg, type TestPlatform } from "#tests/support/platform.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => count * 3_600_000;
const newKey = () => newId("msg");

/** An organisation with a connected number, and one customer who wrote `wroteMsAgo` ago. */
async function shopWithCustomer(
  options: { wroteMsAgo?: number; unread?: number; contact?: Partial<typeof contacts.$inferInsert> } = {},
) {
  const org = await platform.createOrg();
  const { orgId } = org;
  const now = platform.clock.now();
  const accountId = newId("wac");
  const phoneNumberId = newId("pno").replace(/\D/g, "");
  await platform.services.db.withOrg(orgId, async (tx) => {
    await tx
      .insert(whatsappAccounts)
      .values({ orgId, id: accountId, wabaId: newId("wac"), status: "connected" });
    await tx.insert(phoneNumbers).values({
      orgId,
      id: newId("pno"),
      whatsappAccountId: accountId,
      phoneNumberId,
      displayPhoneNumber: "+254 700 111 222",
    });
  });
  const customer = await addCustomer(
    org,
    phoneNumberId,
    { name: "Asha Mwangi", phone: "+254712345678", ...options.contact },
    {
      wroteAt: new Date(now.getTime() - (options.wroteMsAgo ?? minutes(1))),
      unread: options.unread ?? 0,
      text: "Habari, is my order ready?",
    },
  );
  return { org, accountId, phoneNumberId, ...customer };
}

async function addCustomer(
  org: TestOrg,
  phoneNumberId: string,
  person: Partial<typeof contacts.$inferInsert>,
  wrote: { wroteAt: Date; unread: number; text: string },
) {
  const { orgId } = org;
  const contactId = newId("con");
  const conversationId = newId("cnv");
  await platform.services.db.withOrg(orgId, async (tx) => {
    await tx.insert(contacts).values({ orgId, id: contactId, ...person });
    await tx.insert(conversations).values({
      orgId,
      id: conversationId,
      phoneNumberId,
      contactId,
      lastMessageAt: wrote.wroteAt,
      lastMessage: wrote.text,
      unread: wrote.unread,
      windowEndsAt: new Date(wrote.wroteAt.getTime() + hours(24)),
    });
    await tx.insert(messages).values({
      orgId,
      id: newId("msg", wrote.wroteAt.getTime()),
      direction: "in",
      type: "text",
      state: "delivered",
      phoneNumberId,
      contactId,
      body: wrote.text,
      createdAt: wrote.wroteAt,
    });
  });
  return { contactId, conversationId };
}

async function addTemplate(
  org: TestOrg,
  accountId: string,
  values: Partial<typeof templates.$inferInsert> = {},
) {
  const id = newId("tpl");
  const components: TemplateComponent[] = [
    { type: "BODY", text: "Hello {{1}}, order {{2}} is ready.", example: { body_text: [["Asha", "A-17"]] } },
  ];
  await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(templates).values({
      orgId: org.orgId,
      id,
      whatsappAccountId: accountId,
      name: "order_ready",
      language: "en",
      category: "UTILITY",
      status: "APPROVED",
      components,
      ...values,
    }),
  );
  return id;
}

const outgoing = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .select()
      .from(messages)
      .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
  );

async function refusal(key: string, input: Record<string, unknown>, org: TestOrg) {
  const response = await platform.request(key, input, org);
  const body = (await response.json()) as { code: string; message: string; fields?: Record<string, string> };
  return { status: response.status, ...body };
}

const reply = "POST /conversations/:conversationId/messages";
const sendTemplate = "POST /conversations/:conversationId/template";

describe("the conversation list", () => {
  it("shows who wrote last first, with unread messages and presence", async () => {
    const { org, phoneNumberId } = await shopWithCustomer({ wroteMsAgo: minutes(30), unread: 1 });
    await addCustomer(
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

  it("finds by name, by words of the last message and by a number as Kenyans write it", async () => {
    const { org, phoneNumberId } = await shopWithCustomer();
    await addCustomer(
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
    expect(await namesFor("0% done_")).toEqual(["Otieno"]);
    expect(await namesFor("r%d")).toEqual([]);
  });
});

describe("a thread", () => {
  it("shows each side's messages in order, templates with their values, and a failure with its reason", async () => {
    const { org, accountId, contactId, phoneNumberId, conversationId } = await shopWithCustomer();
    const templateId = await addTemplate(org, accountId);
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
      text: "The number is not on WhatsApp, or its WhatsApp is too old.",
      errorCode: 131026,
      detail: "Not on WhatsApp",
    });
    expect(thread.conversation).toMatchObject({ businessNumber: "+254 700 111 222", windowOpen: true });
  });

  it("pages back through every message once, also where many carry the same time", async () => {
    const { org, contactId, phoneNumberId, conversationId } = await shopWithCustomer();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(messages).values(
        Array.from({ length: 120 }, (_, index) => ({
          orgId: org.orgId,
          id: newId("msg"),
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

  it("loses its unread badge when a member opens it, which is logged once", async () => {
    const { org, conversationId } = await shopWithCustomer({ unread: 2 });
    await platform.call("POST /conversations/:conversationId/read", { conversationId }, org);
    await platform.call("POST /conversations/:conversationId/read", { conversationId }, org);
    const list = await platform.call("GET /conversations", {}, org);
    expect(list.conversations[0]?.unread).toBe(0);
    expect(list.unread).toBe(0);
    const entries = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.select().from(activityLogs).where(eq(activityLogs.orgId, org.orgId)),
    );
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["Conversation read", "Asha Mwangi, 2 new"],
    ]);
  });
});

describe("a reply", () => {
  it("waits for the sender, due now, and moves the conversation up", async () => {
    const { org, contactId, phoneNumberId, conversationId } = await shopWithCustomer();
    const now = platform.clock.now();
    const { messageId } = await platform.call(
      reply,
      { conversationId, text: "  Yes, come by!\nKaribu ", key: newKey() },
      org,
    );
    expect(await outgoing(org)).toMatchObject([
      {
        id: messageId,
        type: "text",
        state: "queued",
        body: "Yes, come by!\nKaribu",
        phoneNumberId,
        contactId,
        recipient: "+254712345678",
        dueAt: now,
        campaignId: null,
      },
    ]);
    const { conversations: list } = await platform.call("GET /conversations", {}, org);
    expect(list[0]).toMatchObject({ lastMessage: "Yes, come by! Karibu", timestamp: now.toISOString() });
  });

  it("is sent once when the form comes twice, even at the same moment", async () => {
    const { org, conversationId } = await shopWithCustomer();
    const key = newKey();
    const answers = await Promise.all(
      [1, 2, 3].map(() => platform.call(reply, { conversationId, text: "Karibu", key }, org)),
    );
    platform.clock.advance(minutes(2));
    const late = await platform.call(reply, { conversationId, text: "Karibu", key }, org);
    expect(new Set([...answers, late].map(({ messageId }) => messageId)).size).toBe(1);
    expect(await outgoing(org)).toHaveLength(1);
    await platform.call(reply, { conversationId, text: "Karibu", key: newKey() }, org);
    expect(await outgoing(org)).toHaveLength(2);
  });

  it.each(["", "   \n "])("is refused when blank: %j", async (text) => {
    const { org, conversationId } = await shopWithCustomer();
    expect(await refusal(reply, { conversationId, text, key: newKey() }, org)).toMatchObject({
      status: 400,
      fields: { text: "Write a message first." },
    });
    expect(await outgoing(org)).toEqual([]);
  });

  it("goes until 24 hours after the customer wrote, and not a second longer", async () => {
    const { org, conversationId } = await shopWithCustomer({ wroteMsAgo: hours(24) - 1000 });
    await platform.call(reply, { conversationId, text: "Just in time", key: newKey() }, org);
    platform.clock.advance(1000);
    expect(await refusal(reply, { conversationId, text: "Too late", key: newKey() }, org)).toMatchObject({
      status: 409,
      code: "conversation.window_closed",
    });
    expect(await outgoing(org)).toHaveLength(1);
    const { conversation } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(conversation.windowOpen).toBe(false);
  });

  it("goes to a customer who opted out but writes again", async () => {
    const { org, conversationId } = await shopWithCustomer({ contact: { optedOutAt: platform.clock.now() } });
    await platform.call(reply, { conversationId, text: "Noted", key: newKey() }, org);
    expect(await outgoing(org)).toHaveLength(1);
  });

  it("is refused while the WhatsApp number is disconnected", async () => {
    const { org, accountId, conversationId } = await shopWithCustomer();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(whatsappAccounts)
        .set({ status: "disconnected" })
        .where(and(eq(whatsappAccounts.orgId, org.orgId), eq(whatsappAccounts.id, accountId))),
    );
    expect(await refusal(reply, { conversationId, text: "Hello", key: newKey() }, org)).toMatchObject({
      status: 409,
      code: "conversation.number_disconnected",
    });
  });
});

describe("a template in a conversation", () => {
  it("goes outside the window with its values, once", async () => {
    const { org, accountId, conversationId } = await shopWithCustomer({ wroteMsAgo: hours(30) });
    const templateId = await addTemplate(org, accountId);
    const input = {
      conversationId,
      templateId,
      variables: { "1": " Asha ", "2": "A-17", extra: "x" },
      key: newKey(),
    };
    await platform.call(sendTemplate, input, org);
    await platform.call(sendTemplate, input, org);
    expect(await outgoing(org)).toMatchObject([
      { type: "template", templateId, variables: { "1": "Asha", "2": "A-17" }, state: "queued", body: null },
    ]);
    const { conversations: list } = await platform.call("GET /conversations", {}, org);
    expect(list[0]?.lastMessage).toBe("Hello Asha, order A-17 is ready.");
  });

  it("names every variable that has no value", async () => {
    const { org, accountId, conversationId } = await shopWithCustomer();
    const templateId = await addTemplate(org, accountId);
    expect(
      await refusal(
        sendTemplate,
        { conversationId, templateId, variables: { "1": "Asha", "2": " " }, key: newKey() },
        org,
      ),
    ).toMatchObject({
      status: 400,
      code: "template.variables_missing",
      fields: { "variables.2": "Give a value for this variable." },
    });
  });

  it("is refused when Meta has not approved it", async () => {
    const { org, accountId, conversationId } = await shopWithCustomer();
    const templateId = await addTemplate(org, accountId, { status: "PAUSED" });
    expect(
      await refusal(
        sendTemplate,
        { conversationId, templateId, variables: { "1": "A", "2": "B" }, key: newKey() },
        org,
      ),
    ).toMatchObject({ status: 409, code: "template.not_sendable" });
  });

  it("is offered for marketing only to those who agreed, and to nobody who opted out", async () => {
    const free = await shopWithCustomer();
    await addTemplate(free.org, free.accountId);
    const offer = await addTemplate(free.org, free.accountId, { name: "offer", category: "MARKETING" });
    const offered = await platform.call(
      "GET /conversations/:conversationId/templates",
      { conversationId: free.conversationId },
      free.org,
    );
    expect(offered.templates.map(({ name }) => name)).toEqual(["order_ready"]);
    expect(offered.withheld).toBe(1);
    const input = { templateId: offer, variables: { "1": "A", "2": "B" }, key: newKey() };
    expect(
      await refusal(sendTemplate, { ...input, conversationId: free.conversationId }, free.org),
    ).toMatchObject({
      code: "contact.no_consent",
    });

    const stopped = await shopWithCustomer({ contact: { optedOutAt: platform.clock.now() } });
    const templateId = await addTemplate(stopped.org, stopped.accountId);
    expect(
      await refusal(
        sendTemplate,
        { ...input, templateId, conversationId: stopped.conversationId },
        stopped.org,
      ),
    ).toMatchObject({ code: "contact.opted_out" });
    expect(await outgoing(stopped.org)).toEqual([]);
  });
});

describe("another organisation", () => {
  it("sees and touches nothing of a conversation", async () => {
    const { org, accountId, conversationId } = await shopWithCustomer({ unread: 1 });
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
      const answer = await refusal(key, { conversationId, ...input }, stranger);
      expect([key, answer.status, answer.code]).toEqual([key, 404, "conversation.not_found"]);
    }
    expect(await outgoing(org)).toEqual([]);
    expect((await platform.call("GET /conversations", {}, org)).unread).toBe(1);
    const templateId = await addTemplate(org, accountId);
    const own = await shopWithCustomer();
    expect(
      await refusal(sendTemplate, { conversationId: own.conversationId, templateId, key: newKey() }, own.org),
    ).toMatchObject({ status: 404, code: "template.not_found" });
  });
});

describe("the event stream", () => {
  it("tells an open screen that something changed since it was loaded", async () => {
    const { org, conversationId } = await shopWithCustomer();
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
