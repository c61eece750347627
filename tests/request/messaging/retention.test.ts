import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { expireConversations } from "#app/domain/messaging/conversations/expire.server.ts";
import { sealEvents } from "#app/domain/record/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/record/audit/verify.server.ts";
import { createChats, minutes } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { imprintOf } from "#tests/support/world.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const dayMs = 86_400_000;

it("each organisation keeps conversations as long as it chose, and reads what the night deleted", async () => {
  const [short, usual] = [
    await chats.shopWithCustomer({ unread: 1 }),
    await chats.shopWithCustomer({ unread: 1 }),
  ];
  const staff = await platform.createOrg("Tarishi", "admin");
  await fillWallet(platform, short.org, 100);
  const refused = await platform.request("PUT /privacy/retention", { retentionDays: 3 }, short.org);
  expect(refused.status).toBe(400);
  await platform.call("PUT /privacy/retention", { retentionDays: 7 }, short.org);
  await platform.services.db.withSystem((tx) =>
    tx.execute(
      sql`update conversations set last_message_at = ${new Date(platform.clock.now().getTime() - 10 * dayMs).toISOString()}::timestamptz`,
    ),
  );
  platform.clock.advance(minutes(1));
  await sealEvents(platform);
  const kept = async () => {
    const { ledger_accounts, journal_entries, postings, event_seals } = await imprintOf(platform, short.org);
    return { ledger_accounts, journal_entries, postings, event_seals };
  };
  const before = await kept();
  expect(await expireConversations(platform)).toMatchObject({ organisations: 1, conversations: 1 });

  const conversationsOf = async (orgId: string) =>
    (await platform.services.db.system.query("select 1 from conversations where org_id = $1", [orgId]))
      .rowCount;
  expect([await conversationsOf(short.org.orgId), await conversationsOf(usual.org.orgId)]).toEqual([0, 1]);
  expect(await kept()).toEqual(before);
  expect((await verifyAudit(platform)).breaks).toEqual([]);
  const { reports } = await platform.call("GET /privacy", {}, short.org);
  expect(reports).toMatchObject([{ retentionDays: 7, conversations: 1, messages: 1, emptied: 0 }]);
  expect((await platform.call("GET /privacy", {}, usual.org)).reports).toEqual([]);
  const { runs } = await platform.call("GET /admin/data", {}, staff);
  expect(runs[0]).toMatchObject({
    organisations: 1,
    conversations: 1,
    error: null,
    finishedAt: expect.any(String),
  });
});
