import { readFileSync } from "node:fs";
import path from "node:path";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import type { Outgoing } from "#app/domain/messaging/sender/outgoing.server.ts";
import { writeResults } from "#app/domain/messaging/sender/results.server.ts";
import { verdictOn } from "#app/domain/messaging/sender/verdict.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { receive, unusualWebhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

const arrive = (shop: Shop, ...names: string[]) =>
  receive(platform, ...names.map((name) => unusualWebhook(name, shop)));
const contactsOf = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(contacts).where(eq(contacts.orgId, org.orgId)).orderBy(contacts.createdAt, contacts.id),
  );
const threadsOf = (org: TestOrg) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(conversations).where(eq(conversations.orgId, org.orgId)),
  );
const bodiesOf = async (shop: Shop) =>
  (
    await platform.call(
      "GET /conversations/:conversationId",
      { conversationId: shop.conversationId },
      shop.org,
    )
  ).messages.map(({ content }) => content);
const consenting = { contact: { consent: "granted" as const, consentAt: new Date("2026-01-01") } };

describe("a person whose user id arrives with a status", () => {
  it.each([
    ["in the status", "status_with_user_id"],
    ["beside it", "status_with_contacts"],
  ])("(%s) and who sends STOP by it alone gets no more messages on their number", async (_, status) => {
    const shop = await chats.shopWithCustomer(consenting);
    await arrive(shop, status);
    await arrive(shop, "stop_by_user_id");
    expect(await contactsOf(shop.org)).toMatchObject([
      {
        id: shop.contactId,
        phone: "+254712345678",
        bsuid: "KE.14141414",
        consent: "none",
        optedOutAt: expect.any(Date),
      },
    ]);
    expect(await bodiesOf(shop)).toContain("STOP");
  });

  it("after a STOP by it is merged with their number, and nothing is lost", async () => {
    const shop = await chats.shopWithCustomer({ ...consenting, unread: 2 });
    await arrive(shop, "stop_by_user_id");
    expect(await contactsOf(shop.org)).toHaveLength(2);
    await arrive(shop, "status_with_user_id");
    expect(await contactsOf(shop.org)).toMatchObject([
      { id: shop.contactId, bsuid: "KE.14141414", consent: "none", optedOutAt: expect.any(Date) },
    ]);
    expect(await threadsOf(shop.org)).toMatchObject([{ id: shop.conversationId, unread: 3 }]);
    expect(await bodiesOf(shop)).toEqual(expect.arrayContaining(["Habari, is my order ready?", "STOP"]));
  });

  it("is recorded once, however many statuses repeat it, and no unknown contact is created", async () => {
    const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
    await arrive(shop, "status_with_user_id", "status_with_user_id");
    expect(await contactsOf(shop.org)).toMatchObject([{ phone: "+254722000099", bsuid: null }]);
  });

  it("stays one per organisation", async () => {
    const shop = await chats.shopWithCustomer();
    const other = await chats.shopWithCustomer();
    await arrive(shop, "status_with_user_id");
    expect(await contactsOf(other.org)).toMatchObject([{ phone: "+254712345678", bsuid: null }]);
  });

  it("keeps the later consent when both had one", async () => {
    const shop = await chats.shopWithCustomer(consenting);
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.insert(contacts).values({
        orgId: shop.org.orgId,
        id: "con_by_user_id",
        bsuid: "KE.14141414",
        consent: "none",
        consentSource: "whatsapp:preferences",
        consentAt: new Date("2026-02-01"),
      }),
    );
    await arrive(shop, "status_with_user_id");
    expect(await contactsOf(shop.org)).toMatchObject([
      { id: shop.contactId, consent: "none", consentSource: "whatsapp:preferences", optedOutAt: null },
    ]);
  });
});

describe("a person whose user id arrives in the response to a send", () => {
  it("and who sends STOP by it alone gets no more messages on their number", async () => {
    const shop = await chats.shopWithCustomer(consenting);
    const at = platform.clock.now();
    const row = { id: "msg_answered", recipient: "+254712345678", attempts: 0, doubts: 0 } as Outgoing;
    const folder = path.join(import.meta.dirname, "../../fixtures/whatsapp-graph");
    const body = readFileSync(path.join(folder, "send_with_user_id_ok.json"), "utf8");
    const { move } = verdictOn(row, { status: 200, body }, at, 60, { isOpen: false, isAnswering: true });
    await writeResults(platform.services, {
      orgId: shop.org.orgId,
      phoneNumberId: shop.phoneNumberId,
      holder: "nobody",
      accepted: [move],
      moves: [],
      endedLeases: [],
      pauses: new Map(),
      accountRefused: false,
      givenBack: new Set(),
    });
    await arrive(shop, "stop_by_user_id");
    expect(await contactsOf(shop.org)).toMatchObject([
      { id: shop.contactId, bsuid: "KE.14141414", optedOutAt: expect.any(Date) },
    ]);
  });
});

describe("a person who gets a new user id", () => {
  it.each(["user_id_changed", "user_id_changed_in_words", "user_id_changed_previous"])(
    "(%s) stays one contact with one thread, and opted out",
    async (notice) => {
      const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
      await arrive(shop, "text_by_user_id", notice, "text_by_new_user_id");
      const [, person, ...more] = await contactsOf(shop.org);
      expect(person).toMatchObject({ bsuid: "KE.888", optedOutAt: expect.any(Date) });
      expect(more).toEqual([]);
      expect(await threadsOf(shop.org)).toHaveLength(2);
    },
  );

  it("and wrote by it before the notice is merged again", async () => {
    const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
    await arrive(shop, "text_by_user_id", "text_by_new_user_id");
    await arrive(shop, "user_id_changed");
    const people = (await contactsOf(shop.org)).filter(({ bsuid }) => bsuid !== null);
    expect(people).toMatchObject([{ bsuid: "KE.888", optedOutAt: expect.any(Date) }]);
    expect(await threadsOf(shop.org)).toHaveLength(2);
  });

  it("with a new number has both", async () => {
    const shop = await chats.shopWithCustomer({ contact: { bsuid: "KE.777" } });
    await arrive(shop, "number_and_user_id_changed");
    expect(await contactsOf(shop.org)).toMatchObject([
      { id: shop.contactId, phone: "+254712345679", bsuid: "KE.999" },
    ]);
  });
});

describe("a value in place of a number", () => {
  it("is a user id when it looks like one", async () => {
    const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
    await arrive(shop, "user_id_in_from");
    expect((await contactsOf(shop.org))[1]).toMatchObject({
      phone: null,
      waId: null,
      bsuid: "KE.13491208655302741918",
      name: "Baraka",
    });
  });

  it("is ignored when it is neither, and creates no contact and no thread", async () => {
    const shop = await chats.shopWithCustomer({ contact: { phone: "+254722000099" } });
    await arrive(shop, "no_number_in_from");
    expect(await contactsOf(shop.org)).toHaveLength(1);
    expect(await threadsOf(shop.org)).toHaveLength(1);
  });

  it("may begin with + in a status without our own id", async () => {
    const shop = await chats.shopWithCustomer();
    await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx.insert(messages).values({
        orgId: shop.org.orgId,
        id: "msg_plus",
        direction: "out",
        type: "text",
        state: "sent",
        phoneNumberId: shop.phoneNumberId,
        contactId: shop.contactId,
        wamid: "wamid.T1VU",
      }),
    );
    await arrive(shop, "status_plus_recipient");
    const [sent] = await platform.services.db.withOrg(shop.org.orgId, (tx) =>
      tx
        .select()
        .from(messages)
        .where(and(eq(messages.orgId, shop.org.orgId), eq(messages.id, "msg_plus"))),
    );
    expect(sent).toMatchObject({ state: "delivered" });
  });
});
