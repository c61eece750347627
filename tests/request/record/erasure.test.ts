import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { mergeContacts } from "#app/domain/contacts/merge.server.ts";
import { createChats, minutes, newKey } from "#tests/support/chats.ts";
import { entriesOf, recordEntry } from "#tests/support/entries.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { receive, unusualWebhook } from "#tests/support/unusualWebhooks.ts";

const platform = setUpPlatform();
const chats = createChats(platform);

it("nothing of an erased person remains in the record, and members' actions remain", async () => {
  const shop = await chats.shopWithCustomer({ unread: 1 });
  const { org, contactId, conversationId, phoneNumberId } = shop;
  const { db } = platform.services;
  const { clock } = platform;
  const other = await chats.addCustomer(
    org,
    phoneNumberId,
    { name: "Brian Otieno", phone: "+254712999888" },
    { wroteAt: clock.now(), unread: 1, text: "Is the shop open?" },
  );
  const alias = await chats.addCustomer(
    org,
    phoneNumberId,
    { name: "Asha M.", phone: null, bsuid: "KE.1" },
    { wroteAt: clock.now(), unread: 1, text: "Me again" },
  );
  const [account] = await db.withSystem((tx) =>
    tx.select().from(whatsappAccounts).where(eq(whatsappAccounts.id, shop.accountId)),
  );
  const place = { wabaId: account!.wabaId, phoneNumberId };
  await receive(platform, unusualWebhook("button_reply_stop", { ...place, at: clock.now() }));
  for (const read of [conversationId, alias.conversationId])
    await platform.call("GET /conversations/:conversationId", { conversationId: read }, org);
  for (const id of [conversationId, other.conversationId])
    await platform.call(
      "POST /conversations/:conversationId/messages",
      { conversationId: id, text: "Ndiyo", key: newKey() },
      org,
    );
  await recordEntry(org.ctx, { action: "Reply sent", details: "To Asha Mwangi" });
  await db.withOrg(org.orgId, (tx) =>
    mergeContacts(tx, {
      orgId: org.orgId,
      keptId: contactId,
      goneId: alias.contactId,
      at: clock.now(),
      jobs: platform.services.jobs,
    }),
  );
  const recorded = async () =>
    (
      await db.withSystem((tx) =>
        tx.execute<{ row: string }>(
          sql`select row_to_json(e)::text as row from events e where org_id = ${org.orgId}
              union all select row_to_json(n)::text from notifications n where org_id = ${org.orgId}`,
        ),
      )
    ).rows
      .map(({ row }) => row)
      .join("\n");
  expect(await recorded()).toMatch(/Asha/);
  clock.advance(minutes(1));
  await platform.call("DELETE /contacts/:contactId", { contactId }, org);

  const left = await recorded();
  expect(left).not.toMatch(/Asha|254712345678|KE\.1|STOP|excerpt/);
  expect(left).toMatch(/Brian Otieno/);
  const log = (await entriesOf(platform, org.orgId)).map(({ action, details }) => `${action}: ${details}`);
  expect(log).toEqual(
    expect.arrayContaining(["Reply sent: To WhatsApp user", "Reply sent: To Brian Otieno"]),
  );
  expect(log).toContain("Contact deleted: A contact was deleted with its conversations");
  expect(await db.withOrg(org.orgId, (tx) => tx.select().from(contacts))).toMatchObject([
    { id: other.contactId },
  ]);
});
