import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { createKey } from "#app/domain/organisations/apiKeys/manage.server.ts";
import { everything } from "#app/domain/organisations/apiKeys/words.ts";
import { newId } from "#app/platform/ids.ts";
import { createChats, newKey } from "#tests/support/chats.ts";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { callDuring } from "#tests/support/races.ts";
import { fillWallet } from "#tests/support/sending.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

/** A conversation whose customer is being merged with another contact of another number. */
async function merging() {
  const made = await chats.shopWithCustomer({ unread: 1 });
  const { orgId } = made.org;
  const keptId = newId("con");
  await platform.services.db.withOrg(orgId, (tx) =>
    tx.insert(contacts).values({ orgId, id: keptId, name: "Mama Asha", phone: "+254733000111" }),
  );
  const during = (call: () => Promise<Response>) =>
    callDuring(
      platform,
      (tx) =>
        mergeContacts(tx, {
          orgId,
          keptId,
          goneId: made.contactId,
          at: platform.clock.now(),
          jobs: platform.services.jobs,
        }),
      call,
    );
  const read = async () => {
    const [row] = await platform.services.db.withOrg(orgId, (tx) =>
      tx
        .select()
        .from(conversations)
        .where(and(eq(conversations.orgId, orgId), eq(conversations.id, made.conversationId))),
    );
    return row!;
  };
  return { ...made, keptId, during, read };
}

describe("while its customer is being merged, a conversation", () => {
  it("is closed", async () => {
    const { org, conversationId, keptId, during, read } = await merging();
    const input = { conversationId, state: "closed" as const };
    const answer = await during(() =>
      platform.request("PUT /conversations/:conversationId/state", input, org),
    );
    expect(answer.status).toBe(200);
    expect(await read()).toMatchObject({ state: "closed", contactId: keptId });
  });

  it("is claimed", async () => {
    const { org, conversationId, during, read } = await merging();
    const answer = await during(() =>
      platform.request("POST /conversations/:conversationId/claim", { conversationId }, org),
    );
    expect(answer.status).toBe(200);
    expect((await read()).assignedTo).toBe(org.userId);
  });

  it("is shown with the name after the merge", async () => {
    const { org, conversationId, during, read } = await merging();
    const answer = await during(() =>
      platform.request("POST /conversations/:conversationId/read", { conversationId }, org),
    );
    expect(answer.status).toBe(200);
    expect((await read()).unread).toBe(0);
    const { conversation } = await platform.call(
      "GET /conversations/:conversationId",
      { conversationId },
      org,
    );
    expect(conversation.name).toBe("Mama Asha");
  });

  it("is replied to at the number after the merge", async () => {
    const { org, conversationId, keptId, during } = await merging();
    const input = { conversationId, text: "Karibu", key: newKey() };
    const answer = await during(() =>
      platform.request("POST /conversations/:conversationId/messages", input, org),
    );
    expect(answer.status).toBe(200);
    const sent = await platform.services.db.withOrg(org.orgId, (tx) =>
      tx
        .select({ contactId: messages.contactId, recipient: messages.recipient })
        .from(messages)
        .where(and(eq(messages.orgId, org.orgId), eq(messages.direction, "out"))),
    );
    expect(sent).toEqual([{ contactId: keptId, recipient: "+254733000111" }]);
  });
});

describe("a template to a contact being merged", () => {
  it("sent by the API goes to the contact that has the number afterwards", async () => {
    const { org, accountId, phoneNumberId, contactId, during } = await merging();
    await fillWallet(platform, org, 1000);
    await chats.addTemplate(org, accountId);
    const settings = { name: "Shop", mode: "live" as const, scopes: [everything], expiresAt: null };
    const { key } = await createKey({ ctx: org.ctx, input: settings });
    const to = "+254712345678";
    const answer = await during(async () =>
      platform.api.fetch(
        new Request("http://localhost:4000/api/v1/messages", {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify({
            to,
            from: phoneNumberId,
            template: "order_ready",
            parameters: ["Asha", "A-17"],
          }),
        }),
      ),
    );
    expect(answer.status).toBe(202);
    const [sent] = await chats.outgoing(org);
    expect(sent!.recipient).toBe(to);
    expect(sent!.contactId).not.toBe(contactId);
  });

  it("is refused in the chat panel: the contact no longer exists", async () => {
    const { org, accountId, phoneNumberId, contactId, during } = await merging();
    const templateId = await chats.addTemplate(org, accountId);
    const variables = { "body.1": "Asha", "body.2": "A-17" };
    const input = { contactId, phoneNumberId, templateId, variables, key: newKey() };
    const answer = await during(() => platform.request("POST /contacts/:contactId/template", input, org));
    expect(answer).toMatchObject({ status: 404, body: { code: "contact.not_found" } });
    expect(await chats.outgoing(org)).toEqual([]);
  });
});

it("two members closing one conversation at once close it once", async () => {
  const { org, conversationId } = await chats.shopWithCustomer({ unread: 1 });
  const colleague = await joinOrganisation(platform, org, "agent");
  const answers = await Promise.all(
    [org, colleague].map(async (as) => {
      const input = { conversationId, state: "closed" as const };
      return platform.call("PUT /conversations/:conversationId/state", input, as);
    }),
  );
  expect(answers.map(({ changed }) => changed).sort()).toEqual([false, true]);
});
