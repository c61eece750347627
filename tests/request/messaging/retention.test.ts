import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { clientOf } from "#app/db/client.server.ts";
import { expireConversations } from "#app/domain/messaging/conversations/expire.server.ts";
import { contentOf, sealEvents, sealOf } from "#app/domain/record/audit/seal.server.ts";
import { verifyAudit } from "#app/domain/record/audit/verify.server.ts";
import { createChats, minutes } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { fillWallet } from "#tests/support/sending.ts";
import { imprintOf } from "#tests/support/world.ts";

const platform = setUpPlatform();
const chats = createChats(platform);
const dayMs = 86_400_000;

/** A notification of a conversation, sealed as by earlier versions. */
async function sealBellNote(orgId: string, conversationId: string): Promise<void> {
  const { db, config } = platform.services;
  await db.withSystem((tx) =>
    tx.execute(sql`insert into events (org_id, id, name, type, status, subject_id, actor_kind, data)
      values (${orgId}, 'evt_bell', 'message.received', null, 'success', ${conversationId}, 'webhook', '{}')`),
  );
  platform.clock.advance(minutes(1));
  await sealEvents(platform);
  await db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const { rows: content } = await client.query<{ content: string }>({
      text: `select ${contentOf} as content from events e where id = 'evt_bell'`,
    });
    const { rows: last } = await client.query<{ seq: number; hash: string }>({
      text: "select seq::int, hash from event_seals where org_id = $1 order by seq desc limit 1",
      values: [orgId],
    });
    const key = config.encryptionKeys[0]!;
    const seq = last[0]!.seq + 1;
    await client.query({
      text: `insert into event_seals (org_id, seq, event_id, key_id, hash, sealed_at) values ($1, $2, 'evt_bell', $3, $4, $5)`,
      values: [
        orgId,
        seq,
        key.id,
        sealOf(key, last[0]!.hash, seq, content[0]!.content),
        platform.clock.now(),
      ],
    });
  });
}

it("conversations are kept as long as each organisation chose, and nightly deletions are logged", async () => {
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
  await sealBellNote(short.org.orgId, short.conversationId);
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
