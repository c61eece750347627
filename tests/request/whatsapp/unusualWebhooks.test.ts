import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { hourlyTotals } from "#app/db/schema/messaging/messages.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { createChats, hours } from "#tests/support/chats.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { receive, unusualWebhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
type Shop = Awaited<ReturnType<typeof chats.shopWithCustomer>>;

const wabaOf = async (shop: Shop) => {
  const [account] = await platform.services.db.withSystem((tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.id, shop.accountId)),
  );
  return account!;
};
async function arrive(shop: Shop, ...names: string[]) {
  const { wabaId } = await wabaOf(shop);
  const { phoneNumberId } = shop;
  const at = platform.clock.now();
  await receive(platform, ...names.map((name) => unusualWebhook(name, { wabaId, phoneNumberId, at })));
}
const read = (shop: Shop) =>
  platform.call("GET /conversations/:conversationId", { conversationId: shop.conversationId }, shop.org);
const contactOf = async (shop: Shop) =>
  (await platform.call("GET /contacts", { search: "Asha" }, shop.org)).contacts[0]!;
const unreadable = "Unsupported message type";

describe("an answer of a kind that is not known", () => {
  it.each(["interactive_empty", "interactive_address"])("(%s) is not taken for another", async (name) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, name);
    expect((await read(shop)).messages.at(-1)).toMatchObject({ content: unreadable });
  });
});

describe("a customer who changes their mind about a message", () => {
  it.each([
    ["edit_text", "Edited: Two bags, not one"],
    ["edit_caption", "Edited: 📷 Photo: This one"],
  ])("shows what it says now (%s)", async (name, content) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, name);
    expect((await read(shop)).messages.at(-1)).toMatchObject({ content });
  });

  it("to STOP is obeyed", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "edit_stop");
    expect(await contactOf(shop)).toMatchObject({ optedOutAt: expect.any(String) });
  });

  it("and takes it back has written nothing: no window, nothing unread, no news", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    await arrive(shop, "revoke");
    const { conversation, messages } = await read(shop);
    expect(messages.at(-1)).toMatchObject({ content: "This message was deleted" });
    const [thread] = (await platform.call("GET /conversations", {}, shop.org)).conversations;
    expect(thread).toMatchObject({ unread: 0 });
    expect(conversation.windowEndsAt).toBe(new Date(platform.clock.now().getTime() - hours(6)).toISOString());
    expect((await platform.call("GET /notifications", {}, shop.org)).notifications).toEqual([]);
  });
});

describe("a message to a group", () => {
  it("is not in the person's own thread, and opens no window of theirs", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    const { messages, conversation } = await read(shop);
    await arrive(shop, "group_text");
    const after = await read(shop);
    expect(after.messages).toEqual(messages);
    expect(after.conversation.windowEndsAt).toBe(conversation.windowEndsAt);
  });
});

describe("STOP on a button or in a list", () => {
  it.each(["button_reply_stop", "list_reply_stop"])("(%s) is obeyed", async (name) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, name);
    expect(await contactOf(shop)).toMatchObject({ consent: "none", optedOutAt: expect.any(String) });
  });
});

describe("a contact card without a type", () => {
  it("reads as one", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "contacts_without_type");
    expect((await read(shop)).messages.at(-1)).toMatchObject({ content: "👤 Contact: Njeri Kamau" });
  });
});

describe("a choice in WhatsApp's settings", () => {
  it("to sign up for marketing is a consent", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "preferences_signup");
    expect(await contactOf(shop)).toMatchObject({
      consent: "granted",
      consentSource: "whatsapp:preferences",
    });
  });

  it("that is not known changes nobody and makes nobody", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "preferences_unknown");
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(contacts).where(eq(contacts.orgId, shop.org.orgId)),
    );
    expect(rows).toMatchObject([{ id: shop.contactId, consent: "none", consentAt: null }]);
  });
});

describe("what the business writes in its WhatsApp Business app", () => {
  it("is in the thread as its own, once, and no total counts it", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30), unread: 1 });
    await arrive(shop, "echo", "echo");
    const { messages } = await read(shop);
    expect(messages.map(({ content, status }) => [content, status])).toEqual([
      ["Habari, is my order ready?", "received"],
      ["Your order is on its way", "sent"],
    ]);
    const totals = await platform.services.db.withSystem((tx) =>
      tx.select().from(hourlyTotals).where(eq(hourlyTotals.orgId, shop.org.orgId)),
    );
    expect(totals).toEqual([]);
  });
});

describe("a number that is used in the WhatsApp Business app too", () => {
  it("is suspended when the app leaves it, and comes back with the app", async () => {
    const shop = await chats.shopWithCustomer();
    await platform.services.db.withSystem((tx) =>
      tx
        .update(whatsappAccounts)
        .set({ tokenEncrypted: "kept" })
        .where(eq(whatsappAccounts.id, shop.accountId)),
    );
    await arrive(shop, "account_offboarded");
    expect(await wabaOf(shop)).toMatchObject({
      status: "suspended",
      statusReason: { code: "whatsapp.left_the_app" },
    });
    await arrive(shop, "account_reconnected");
    expect(await wabaOf(shop)).toMatchObject({ status: "connected", statusReason: null });
  });

  it("stays suspended where Meta had disabled the account", async () => {
    const shop = await chats.shopWithCustomer();
    await platform.services.db.withSystem((tx) =>
      tx
        .update(whatsappAccounts)
        .set({
          tokenEncrypted: "kept",
          status: "suspended",
          statusReason: { code: "whatsapp.disabled_by_meta" },
        })
        .where(eq(whatsappAccounts.id, shop.accountId)),
    );
    await arrive(shop, "account_reconnected");
    expect(await wabaOf(shop)).toMatchObject({
      status: "suspended",
      statusReason: { code: "whatsapp.disabled_by_meta" },
    });
  });
});

describe("trouble that Meta reports beside the messages", () => {
  it("is in the activity log, once however often it comes within the hour", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "interactive_empty", "interactive_empty");
    const told = (await entriesOf(platform, shop.org.orgId)).filter(
      ({ action }) => action === "WhatsApp reported a problem",
    );
    expect(told).toMatchObject([{ status: "error", details: expect.stringContaining("code 130429") }]);
  });
});
