import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { newId } from "#app/platform/ids.ts";
import { action } from "#app/routes/contacts/show.tsx";
import { createChats, hours } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

const historyOf = (org: TestOrg, contactId: string) =>
  platform.call("GET /contacts/:contactId/history", { contactId }, org);

describe("the history of a contact", () => {
  it("links to the chat, and shows whether a reply is possible now", async () => {
    const fresh = await chats.shopWithCustomer();
    expect((await historyOf(fresh.org, fresh.contactId)).conversation).toEqual({
      id: fresh.conversationId,
      windowOpen: true,
    });
    const old = await chats.shopWithCustomer({ wroteMsAgo: hours(25) });
    expect((await historyOf(old.org, old.contactId)).conversation).toEqual({
      id: old.conversationId,
      windowOpen: false,
    });
    const { contactId } = await platform.call("POST /contacts", { phone: "0722000111" }, old.org);
    expect(await historyOf(old.org, contactId)).toEqual({ conversation: null, messages: [] });
  });

  it("holds the last ten messages of both sides, with state and campaign", async () => {
    const { org, accountId, contactId, phoneNumberId } = await chats.shopWithCustomer();
    const { orgId } = org;
    const templateId = await chats.addTemplate(org, accountId);
    const campaignId = newId("cmp");
    const now = platform.clock.now().getTime();
    await platform.services.db.withOrg(orgId, async (tx) => {
      const audience = { kind: "all" } as const;
      await tx
        .insert(campaigns)
        .values({ orgId, id: campaignId, name: "Offers", templateId, phoneNumberId, audience });
      const sent = { orgId, contactId, phoneNumberId, direction: "out", type: "template" } as const;
      await tx.insert(messages).values(
        Array.from({ length: 11 }, (_, index) => ({
          ...sent,
          id: newId("msg", now + index),
          createdAt: new Date(now + index),
          campaignId,
          sequence: index + 1,
          templateId,
          variables: { "1": "Asha", "2": `A-${index}` },
          state: index === 10 ? ("failed" as const) : ("read" as const),
        })),
      );
    });
    const { messages: shown } = await historyOf(org, contactId);
    expect(shown).toHaveLength(10);
    expect(shown[0]).toMatchObject({
      direction: "out",
      state: "failed",
      text: "Hello Asha, order A-10 is ready.",
      campaign: { id: campaignId, name: "Offers" },
    });
    expect(shown.at(-1)).toMatchObject({ text: "Hello Asha, order A-1 is ready.", state: "read" });
  });

  it("of another organisation's contact is not found", async () => {
    const { contactId } = await chats.shopWithCustomer();
    const other = await platform.createOrg("Soko Safi");
    const response = await platform.request("GET /contacts/:contactId/history", { contactId }, other);
    expect([response.status, (await response.json()).code]).toEqual([404, "contact.not_found"]);
  });
});

describe("imported fields", () => {
  it("are updated on the contact's page; an emptied one is removed, and one added in the meantime stays", async () => {
    const org = await platform.createOrg();
    const contactId = newId("con");
    await platform.services.db.withOrg(org.orgId, (tx) =>
      tx.insert(contacts).values({
        orgId: org.orgId,
        id: contactId,
        phone: "+254712345678",
        fields: { Town: "Voi", Shop: "Duka", Late: "yes" },
      }),
    );
    const send = (fields: Record<string, string>) =>
      postForm(
        platform,
        (args: object) => action({ ...args, params: { contactId } } as Parameters<typeof action>[0]),
        formRequest(
          `/contacts/${contactId}`,
          { name: "Asha", phone: "0712 345 678", ...fields },
          { "sec-fetch-site": "same-origin", cookie: org.cookie },
        ),
      );
    const answer = await send({
      "fields[0].name": "Town",
      "fields[0].value": " Taita ",
      "fields[1].name": "Shop",
      "fields[1].value": "",
    });
    expect(answer).toMatchObject({ status: 302, location: `/contacts/${contactId}` });
    const { contact } = await platform.call("GET /contacts/:contactId", { contactId }, org);
    expect(contact).toMatchObject({ name: "Asha", fields: { Town: "Taita", Late: "yes" } });

    const refused = await send({ "fields[0].name": "Town", "fields[0].value": "x".repeat(1001) });
    expect(refused.errors).toEqual({ "fields[0].value": ["Use at most 1,000 characters."] });
  });
});
