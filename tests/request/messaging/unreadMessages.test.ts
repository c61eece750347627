import { describe, expect, it } from "vitest";
import { applyInbound } from "#app/domain/messaging/webhooks/inbound.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const read = "POST /conversations/:conversationId/read";

/** A shop that customers write to, without going through a webhook. */
async function openShop() {
  const { org, phoneNumberId } = await createChats(platform).shopWithCustomer();
  let written = 0;
  const customerWrites = (text: string, from = "254722000001", profileName?: string) => {
    platform.clock.advance(1000);
    const id = `wamid.${org.orgId}.${written++}`;
    const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000));
    return platform.services.db.withSystem((tx) =>
      applyInbound(tx, platform.services, org.orgId, phoneNumberId, {
        ...(profileName ? { contacts: [{ wa_id: from, profile: { name: profileName } }] } : {}),
        messages: [{ id, from, timestamp, type: "text", text: { body: text } }],
      }),
    );
  };
  return { org, customerWrites };
}

const notificationsOf = async (as: { cookie: string }) =>
  (await platform.call("GET /notifications", {}, as)).notifications
    .filter(({ title }) => title === "New message")
    .map(({ body, readAt }) => [body, readAt === null ? "unread" : "read"]);
const counts = (as: { cookie: string }) => platform.call("GET /notifications/unread", {}, as);
const firstConversation = async (org: TestOrg) =>
  (await platform.call("GET /conversations", {}, org)).conversations[0]!.id;

describe("a customer's message", () => {
  it("is notified once until it is read, also while the conversation stays unread", async () => {
    const { org, customerWrites } = await openShop();
    await customerWrites("Habari");
    await customerWrites("Is it ready?");
    expect(await notificationsOf(org)).toEqual([["+254 722 000 001: Habari", "unread"]]);
    await platform.call("POST /notifications/read", {}, org);
    await customerWrites("Hello?");
    expect(await notificationsOf(org)).toEqual([
      ["+254 722 000 001: Hello?", "unread"],
      ["+254 722 000 001: Habari", "read"],
    ]);
    await customerWrites("From another phone", "254722000002");
    expect(await counts(org)).toMatchObject({ unread: 2, waitingConversations: 2 });
  });

  it("is shown with the name under which the organisation knows the customer", async () => {
    const { org, customerWrites } = await openShop();
    await platform.call(
      "POST /contacts",
      { phone: "+254722000005", name: "Ndugu Otieno", tags: "", consent: "none" },
      org,
    );
    await customerWrites("Habari", "254722000005", "Jina Lingine");
    expect(await notificationsOf(org)).toEqual([["Ndugu Otieno: Habari", "unread"]]);
  });

  it("is no longer notified to the member who reads it in the chat, but to a colleague", async () => {
    const { org, customerWrites } = await openShop();
    const colleague = await joinOrganisation(platform, org, "agent");
    await platform.call("POST /notifications/read", {}, org);
    await customerWrites("Habari");
    expect(await counts(org)).toMatchObject({ unread: 1, waitingConversations: 1 });
    const conversationId = await firstConversation(org);
    await platform.call(read, { conversationId }, org);
    // Reading is not a reply: the customer still waits.
    expect(await counts(org)).toMatchObject({ unread: 0, waitingConversations: 1 });
    expect(await counts(colleague)).toMatchObject({ unread: 1, waitingConversations: 1 });
    // The conversation has no unread messages now; the colleague's notification has.
    await platform.call(read, { conversationId }, colleague);
    expect(await counts(colleague)).toMatchObject({ unread: 0, waitingConversations: 1 });
    const state = "PUT /conversations/:conversationId/state" as const;
    await platform.call(state, { conversationId, state: "open" }, org);
    expect(await counts(colleague)).toMatchObject({ unread: 0, waitingConversations: 0 });
    await customerWrites("Asante");
    expect(await counts(org)).toMatchObject({ unread: 1, waitingConversations: 1 });
    expect(await counts(colleague)).toMatchObject({ unread: 1, waitingConversations: 1 });
  });

  it("is counted in its own organisation only, up to the limit of a badge", async () => {
    const { org, customerWrites } = await openShop();
    const other = await platform.createOrg();
    for (let index = 0; index < 101; index++) await customerWrites("Habari", String(254733000000 + index));
    expect(await counts(org)).toMatchObject({ unread: 100, waitingConversations: 100 });
    expect(await counts(other)).toMatchObject({ unread: 0, waitingConversations: 0 });
  });
});
