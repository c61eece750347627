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

describe("a response of an unknown kind", () => {
  it.each(["interactive_empty", "interactive_address"])("(%s) is not treated as another", async (name) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, name);
    expect((await read(shop)).messages.at(-1)).toMatchObject({ content: unreadable });
  });
});

describe("a customer who edits a message", () => {
  it.each([
    ["edit_text", "Edited: Two bags, not one"],
    ["edit_caption", "Edited: 📷 Photo: This one"],
  ])("shows its new text (%s)", async (name, content) => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, name);
    expect((await read(shop)).messages.at(-1)).toMatchObject({ content });
  });

  it("to STOP is opted out", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "edit_stop");
    expect(await contactOf(shop)).toMatchObject({ optedOutAt: expect.any(String) });
  });

  it("and revokes it has written nothing: no window, nothing unread, no notification", async () => {
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
  it("is not in the person's own thread, and opens no window", async () => {
    const shop = await chats.shopWithCustomer({ wroteMsAgo: hours(30) });
    const { messages, conversation } = await read(shop);
    await arrive(shop, "group_text");
    const after = await read(shop);
    expect(after.messages).toEqual(messages);
    expect(after.conversation.windowEndsAt).toBe(conversation.windowEndsAt);
  });
});

describe("STOP on a button or in a list", () => {
  it.each(["button_reply_stop", "list_reply_stop"])("(%s) opts out", async (name) => {
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
  it("to receive marketing is a consent", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "preferences_signup");
    expect(await contactOf(shop)).toMatchObject({
      consent: "granted",
      consentSource: "whatsapp:preferences",
    });
  });

  it("of an unknown person changes and creates no one", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "preferences_unknown");
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(contacts).where(eq(contacts.orgId, shop.org.orgId)),
    );
    expect(rows).toMatchObject([{ id: shop.contactId, consent: "none", consentAt: null }]);
  });
});

describe("a message sent from the WhatsApp Business app", () => {
  it("is in the thread as the business's own, once, and not counted", async () => {
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

describe("a number also used in the WhatsApp Business app", () => {
  it("is suspended when the app leaves it, and reinstated with the app", async () => {
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

  it("stays suspended when Meta disabled the account", async () => {
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

describe("errors that Meta reports with the messages", () => {
  it("are logged once an hour, however often they arrive", async () => {
    const shop = await chats.shopWithCustomer();
    await arrive(shop, "interactive_empty", "interactive_empty");
    const logged = (await entriesOf(platform, shop.org.orgId)).filter(
      ({ action }) => action === "WhatsApp reported a problem",
    );
    expect(logged).toMatchObject([{ status: "error", details: expect.stringContaining("code 130429") }]);
  });
});
