import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { outgoingEvents } from "#app/db/schema/record/webhooks.ts";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { receive, webhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const userId = "KE.13491208655302741918";

/** A shop with a customer known only by user id and username. */
async function shopWithUser() {
  const shop = await chats.shopWithCustomer({ contact: { phone: null, bsuid: userId, name: "Njeri" } });
  await receive(
    platform,
    webhook("in_text_username", { phoneNumberId: shop.phoneNumberId, at: platform.clock.now() }),
  );
  return shop;
}

const row = (recipient: string): Outgoing => ({
  ...{ id: "msg_1", campaignId: null, leaseId: null, type: "text", recipient, templateId: null },
  ...{ variables: null, body: "Habari", payload: null, attempts: 0, doubts: 0, consent: "none" as const },
});

describe("a person known by user id alone", () => {
  it("gets replies by user id, which goes to Meta as `recipient`", async () => {
    const { org, conversationId } = await shopWithUser();
    await platform.call(
      "POST /conversations/:conversationId/messages",
      { conversationId, text: "Karibu", key: newKey() },
      org,
    );
    const [sent] = await chats.outgoing(org);
    expect(sent).toMatchObject({ recipient: userId, state: "queued" });
    const body = JSON.parse(composeBody(row(userId), null));
    expect(body).toMatchObject({ recipient: userId, recipient_type: "individual" });
    expect(body).not.toHaveProperty("to");
    expect(JSON.parse(composeBody(row("+254712345678"), null))).toMatchObject({ to: "+254712345678" });
  });

  it("is shown by name and username, in the list and in the thread", async () => {
    const { org, conversationId } = await shopWithUser();
    const { conversations } = await platform.call("GET /conversations", {}, org);
    expect(conversations).toMatchObject([{ name: "Njeri", phone: null, username: "njeri.k" }]);
    const { conversation } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(conversation).toMatchObject({ name: "Njeri", username: "njeri.k" });
  });

  it("gets templates, but no one-time code, and the refusal says why", async () => {
    const { org, conversationId, accountId } = await shopWithUser();
    const send = (templateId: string, variables: Record<string, string>) =>
      chats.refusal(
        "POST /conversations/:conversationId/template",
        { conversationId, templateId, variables, key: newKey() },
        org,
      );
    const code = await chats.addTemplate(org, accountId, {
      name: "code",
      category: "AUTHENTICATION",
      components: [{ type: "BODY", text: "{{1}} is your code." }],
    });
    expect(await send(code, { "body.1": "123456" })).toMatchObject({
      status: 409,
      code: "conversation.no_phone",
      message: "One-time codes need a phone number. Add it to the contact.",
    });
    const { templates } = await platform.call(
      "GET /conversations/:conversationId/templates",
      { conversationId },
      org,
    );
    expect(templates).toEqual([]);
  });
});

describe("a search", () => {
  it("finds people by part of their username, with or without @, in the search and in the contacts", async () => {
    const { org, contactId } = await shopWithUser();
    await platform.services.db.withOrg(org.orgId, (tx) => tx.update(contacts).set({ name: "" }));
    for (const q of ["@njeri", "NJERI.K"]) {
      const found = await platform.call("GET /search", { q }, org);
      expect(found.contacts).toMatchObject([{ id: contactId, name: "@njeri.k" }]);
      expect(found.conversations).toMatchObject([{ name: "@njeri.k" }]);
      const { suggestions } = await platform.call("GET /search/suggestions", { q }, org);
      expect(suggestions).toMatchObject([
        { kind: "contact", title: "@njeri.k" },
        { kind: "conversation", title: "@njeri.k" },
      ]);
      expect((await platform.call("GET /contacts", { search: q }, org)).contacts).toMatchObject([
        { id: contactId },
      ]);
    }
  });
});

describe("the public API", () => {
  const call = async (key: string, method: string, path: string, body?: unknown) => {
    const response = await platform.api.fetch(
      new Request(`http://localhost:4000/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it("sends to a user id as `recipient`, shows it, and creates a contact for an unknown one", async () => {
    const { org, contactId, accountId, phoneNumberId: from } = await shopWithUser();
    const { key } = await createKey({
      ctx: org.ctx,
      input: { name: "Shop", mode: "live", scopes: [everything], expiresAt: null },
    });
    const sent = await call(key, "POST", "/messages", { from, recipient: userId, text: "Karibu" });
    expect(sent).toMatchObject({
      status: 202,
      body: { to: userId, recipient: userId, contact_id: contactId, text: "Karibu" },
    });
    expect(await chats.outgoing(org)).toMatchObject([{ recipient: userId, state: "queued" }]);
    const unknown = "KE.99991208655302741918";
    await chats.addTemplate(org, accountId, {
      name: "hello",
      components: [{ type: "BODY", text: "Habari" }],
    });
    const { body } = await call(key, "POST", "/messages", { from, recipient: unknown, template: "hello" });
    expect(body).toMatchObject({ recipient: unknown, template: "hello" });
    const contact = await call(key, "GET", `/contacts/${body.contact_id}`);
    expect(contact.body).toMatchObject({ bsuid: unknown, phone: null });
  });

  it("refuses a message without a recipient, to an invalid user id, and one-time codes to a user id", async () => {
    const { org, accountId, phoneNumberId: from } = await shopWithUser();
    const { key } = await createKey({
      ctx: org.ctx,
      input: { name: "Shop", mode: "live", scopes: [everything], expiresAt: null },
    });
    await chats.addTemplate(org, accountId, {
      name: "code",
      category: "AUTHENTICATION",
      components: [{ type: "BODY", text: "{{1}} is your code." }],
    });
    expect(await call(key, "POST", "/messages", { text: "Karibu" })).toMatchObject({
      status: 400,
      body: { code: "contact.no_identity", param: "to" },
    });
    expect(await call(key, "POST", "/messages", { recipient: "njeri.k", text: "Karibu" })).toMatchObject({
      status: 400,
      body: { code: "request.invalid", param: "recipient" },
    });
    const code = { from, recipient: userId, template: "code", parameters: ["123456"] };
    expect(await call(key, "POST", "/messages", code)).toMatchObject({
      status: 409,
      body: { code: "conversation.no_phone" },
    });
    expect(await chats.outgoing(org)).toEqual([]);
  });

  it("sends the user id and the username of the person who wrote to webhooks", async () => {
    const shop = await shopWithUser();
    const { org } = shop;
    await platform.call(
      "POST /developer/webhooks",
      { url: "https://hooks.example.com/tarishi", events: ["message.received"] },
      org,
    );
    const second = webhook("in_text_username", {
      phoneNumberId: shop.phoneNumberId,
      at: platform.clock.now(),
    }).replace("wamid.VVNFUk5BTUU", "wamid.second");
    await receive(platform, second);
    const stored = await platform.services.db.withOrg(org.orgId, (tx) => tx.select().from(outgoingEvents));
    expect(stored.map(({ data }) => data)).toMatchObject([{ bsuid: userId, username: "njeri.k" }]);
  });
});

describe("the filter for customers who came from an ad", () => {
  it("lists their conversations only", async () => {
    const shop = await chats.shopWithCustomer();
    const { org, phoneNumberId } = shop;
    await chats.addCustomer(
      org,
      phoneNumberId,
      { name: "Otieno", phone: "+254722000099" },
      { wroteAt: platform.clock.now(), unread: 0, text: "Sasa" },
    );
    await receive(platform, webhook("in_text_ctwa_referral", { phoneNumberId, at: platform.clock.now() }));
    const { conversations } = await platform.call("GET /conversations", { ad: "on" }, org);
    expect(conversations.map(({ name }) => name)).toEqual(["Asha Mwangi"]);
  });
});
