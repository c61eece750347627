import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { createChats, hours, minutes, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const reply = "POST /conversations/:conversationId/messages";
const sendTemplate = "POST /conversations/:conversationId/template";

describe("a reply", () => {
  it("is queued for now, and moves the conversation up", async () => {
    const { org, contactId, phoneNumberId, conversationId } = await chats.shopWithCustomer();
    const now = platform.clock.now();
    const { messageId } = await platform.call(
      reply,
      { conversationId, text: "  Yes, come by!\nKaribu ", key: newKey() },
      org,
    );
    expect(await chats.outgoing(org)).toMatchObject([
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

  it("of more than 4,096 characters is refused with the count; a line break counts once", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const answer = await chats.refusal(reply, { conversationId, text: "a".repeat(5000), key: newKey() }, org);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer)).toContain(
      "Your message has 5,000 characters; WhatsApp allows 4,096. Shorten it or send it in parts.",
    );
    const inLines = `${"a".repeat(95)}\r\n`.repeat(42);
    await platform.call(reply, { conversationId, text: inLines, key: newKey() }, org);
    expect((await chats.outgoing(org))[0]?.body).toBe(inLines.replaceAll("\r\n", "\n").trim());
  });

  it("shows its author: you, or a colleague's first name, also after they left", async () => {
    const { org, conversationId, accountId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId, {
      components: [{ type: "BODY", text: "Hi" }],
    });
    const colleague = await joinOrganisation(platform, org, "agent");
    await platform.call(reply, { conversationId, text: "From the owner", key: newKey() }, org);
    platform.clock.advance(1000);
    await platform.call(reply, { conversationId, text: "From Njeri", key: newKey() }, colleague);
    platform.clock.advance(1000);
    await platform.call(
      sendTemplate,
      { conversationId, templateId, variables: {}, key: newKey() },
      colleague,
    );
    const authorsFor = async (reader: { cookie: string }) => {
      const thread = await platform.call("GET /conversations/:conversationId", { conversationId }, reader);
      return thread.messages.map(({ author }) => author && (author.isYou ? "You" : author.firstName));
    };
    expect(await authorsFor(org)).toEqual([null, "You", "Njeri", "Njeri"]);
    expect(await authorsFor(colleague)).toEqual([null, "Asha", "You", "You"]);
    await platform.call("DELETE /members/:memberId", { memberId: colleague.memberId }, org);
    expect(await authorsFor(org)).toEqual([null, "You", "Njeri", "Njeri"]);
  });

  it("is sent once when the form is posted twice, even at the same moment", async () => {
    const { org, conversationId } = await chats.shopWithCustomer();
    const key = newKey();
    const answers = await Promise.all(
      [1, 2, 3].map(() => platform.call(reply, { conversationId, text: "Karibu", key }, org)),
    );
    platform.clock.advance(minutes(2));
    const late = await platform.call(reply, { conversationId, text: "Karibu", key }, org);
    expect(new Set([...answers, late].map(({ messageId }) => messageId)).size).toBe(1);
    expect(await chats.outgoing(org)).toHaveLength(1);
    await platform.call(reply, { conversationId, text: "Karibu", key: newKey() }, org);
    expect(await chats.outgoing(org)).toHaveLength(2);
  });

  it.each(["", "   \n "])("is refused when blank: %j", async (text) => {
    const { org, conversationId } = await chats.shopWithCustomer();
    expect(await chats.refusal(reply, { conversationId, text, key: newKey() }, org)).toMatchObject({
      status: 400,
      fields: { text: "Enter a message first." },
    });
    expect(await chats.outgoing(org)).toEqual([]);
  });

  it("is possible for 24 hours after the customer wrote, and not a second longer", async () => {
    const { org, conversationId } = await chats.shopWithCustomer({ wroteMsAgo: hours(24) - 1000 });
    await platform.call(reply, { conversationId, text: "Just in time", key: newKey() }, org);
    platform.clock.advance(1000);
    expect(
      await chats.refusal(reply, { conversationId, text: "Too late", key: newKey() }, org),
    ).toMatchObject({
      status: 409,
      code: "conversation.window_closed",
    });
    expect(await chats.outgoing(org)).toHaveLength(1);
    const { conversation } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(conversation.windowOpen).toBe(false);
  });

  it("goes to a customer who opted out but writes again", async () => {
    const { org, conversationId } = await chats.shopWithCustomer({
      contact: { optedOutAt: platform.clock.now() },
    });
    await platform.call(reply, { conversationId, text: "Noted", key: newKey() }, org);
    expect(await chats.outgoing(org)).toHaveLength(1);
  });

  it("is refused while the WhatsApp number is disconnected", async () => {
    const { org, accountId, conversationId } = await chats.shopWithCustomer();
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .update(whatsappAccounts)
        .set({ status: "disconnected" })
        .where(and(eq(whatsappAccounts.orgId, org.orgId), eq(whatsappAccounts.id, accountId))),
    );
    expect(await chats.refusal(reply, { conversationId, text: "Hello", key: newKey() }, org)).toMatchObject({
      status: 409,
      code: "conversation.number_disconnected",
    });
  });
});

describe("a template in a conversation", () => {
  it("is sent outside the window with its values, once", async () => {
    const { org, accountId, conversationId } = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    const templateId = await chats.addTemplate(org, accountId);
    const input = {
      conversationId,
      templateId,
      variables: { "1": " Asha ", "2": "A-17", extra: "x" },
      key: newKey(),
    };
    await platform.call(sendTemplate, input, org);
    await platform.call(sendTemplate, input, org);
    expect(await chats.outgoing(org)).toMatchObject([
      {
        type: "template",
        templateId,
        variables: { "1": "Asha", "2": "A-17" },
        state: "queued",
        body: "Hello Asha, order A-17 is ready.",
      },
    ]);
    const { conversations: list } = await platform.call("GET /conversations", {}, org);
    expect(list[0]?.lastMessage).toBe("Hello Asha, order A-17 is ready.");
  });

  it("names every variable that has no value", async () => {
    const { org, accountId, conversationId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId);
    expect(
      await chats.refusal(
        sendTemplate,
        { conversationId, templateId, variables: { "1": "Asha", "2": " " }, key: newKey() },
        org,
      ),
    ).toMatchObject({
      status: 400,
      code: "template.variables_missing",
      fields: { "variables.2": "Enter a value for this variable." },
    });
  });

  it("is refused when Meta has not approved it", async () => {
    const { org, accountId, conversationId } = await chats.shopWithCustomer();
    const templateId = await chats.addTemplate(org, accountId, { status: "PAUSED" });
    expect(
      await chats.refusal(
        sendTemplate,
        { conversationId, templateId, variables: { "1": "A", "2": "B" }, key: newKey() },
        org,
      ),
    ).toMatchObject({ status: 409, code: "template.not_sendable" });
  });

  it("of marketing is offered only to contacts with consent, and never after an opt-out", async () => {
    const free = await chats.shopWithCustomer();
    await chats.addTemplate(free.org, free.accountId);
    const offer = await chats.addTemplate(free.org, free.accountId, { name: "offer", category: "MARKETING" });
    const offered = await platform.call(
      "GET /conversations/:conversationId/templates",
      { conversationId: free.conversationId },
      free.org,
    );
    expect(offered.templates.map(({ name }) => name)).toEqual(["order_ready"]);
    expect(offered.withheld).toBe(1);
    const input = { templateId: offer, variables: { "1": "A", "2": "B" }, key: newKey() };
    expect(
      await chats.refusal(sendTemplate, { ...input, conversationId: free.conversationId }, free.org),
    ).toMatchObject({
      code: "contact.no_consent",
    });

    const stopped = await chats.shopWithCustomer({ contact: { optedOutAt: platform.clock.now() } });
    const templateId = await chats.addTemplate(stopped.org, stopped.accountId);
    expect(
      await chats.refusal(
        sendTemplate,
        { ...input, templateId, conversationId: stopped.conversationId },
        stopped.org,
      ),
    ).toMatchObject({ code: "contact.opted_out" });
    expect(await chats.outgoing(stopped.org)).toEqual([]);
  });
});
