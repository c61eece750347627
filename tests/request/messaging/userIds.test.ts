import { describe, expect, it } from "vitest";
import { composeBody } from "#app/domain/messaging/sender/compose.server.ts";
import type { Outgoing } from "#app/domain/messaging/sender/work.server.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { receive, webhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const userId = "KE.13491208655302741918";

/** A shop to which somebody wrote who is known by user id and username alone. */
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
  it("is answered by the user id, which goes to Meta as `recipient`", async () => {
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

describe("the filter for customers who came from an ad", () => {
  it("lists their conversations alone", async () => {
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
