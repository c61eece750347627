import { beforeAll, describe, expect, it } from "vitest";
import type { Database, Tx } from "#app/db/client.server.ts";
import { findMessageIds } from "#app/db/search.server.ts";
import { countAnalytics } from "#app/domain/insights/analytics/count.server.ts";
import { getProgress } from "#app/domain/messaging/campaigns/progress.server.ts";
import { listRecipients } from "#app/domain/messaging/campaigns/recipients.server.ts";
import { listConversations } from "#app/domain/messaging/inbox/list.server.ts";
import { getConversation } from "#app/domain/messaging/inbox/queries.server.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { idRangeAt, messageIdOf } from "#app/domain/messaging/messages/idRange.ts";
import { acceptQueued } from "#app/domain/messaging/messages/move.server.ts";
import { getMessage, listMessages } from "#app/domain/messaging/messages/queries.server.ts";
import { claimDue } from "#app/domain/messaging/sender/claims.server.ts";
import { leastDueId } from "#app/domain/messaging/sender/leastDueId.server.ts";
import { nextDueMs } from "#app/domain/messaging/sender/nextDue.server.ts";
import { findWork } from "#app/domain/messaging/sender/numbers.server.ts";
import { leaseRange, recoverLeases } from "#app/domain/messaging/sender/work.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { putInThreads } from "#app/domain/messaging/webhooks/thread.server.ts";
import { newId } from "#app/platform/ids.ts";
import { readsOf, within } from "#tests/support/monthsRead.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { connectWhatsapp } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";

// Months are those of UTC, as the partitions of the database: in Nairobi, the next one begins three hours before.
const platform = setUpPlatform({ startsAt: `${new Date().toISOString().slice(0, 10)}T09:00:00Z` });
const monthsBefore = 7;
const recipients = 300;
const shop = setUp(async () => {
  const org = await platform.createOrg();
  return { org, ...(await connectWhatsapp(platform, org)) };
});

const owner = (text: string, values: unknown[] = []) => platform.services.db.owner.query(text, values);

/** Noon of the fifth, so many months ago; for this month the platform's time. */
const monthsAgo = (months: number) => {
  const now = platform.clock.now();
  if (months === 0) return now;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 5, 12));
};
const campaignOf = (months: number) => {
  const id = `cmp_${String(months).padStart(32, "c")}`;
  const startedAt = new Date(monthsAgo(months).getTime() - 3_600_000);
  return { id, startedAt, ...idRangeAt(startedAt, { id, recipientCount: 0 }) };
};

/** Months of a platform that was installed before: each has its partition. */
async function splitMonths(): Promise<void> {
  await owner("drop table partitions.messages_before");
  const start = (months: number) => {
    const at = monthsAgo(0);
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1)).toISOString();
  };
  const part = (name: string, bounds: string) =>
    owner(`create table partitions.messages_${name} partition of messages for values ${bounds}`);
  const { rows } = await owner("select message_id_at(m::timestamptz) as id from unnest($1::text[]) m", [
    Array.from({ length: monthsBefore + 1 }, (_, n) => start(n)),
  ]);
  const ids = rows.map(({ id }) => id as string);
  await part("before", `from (minvalue) to ('${ids.at(-1)}')`);
  for (let n = monthsBefore; n > 0; n--)
    await part(start(n).slice(0, 7).replace("-", ""), `from ('${ids[n]}') to ('${ids[n - 1]}')`);
}

async function fillMonth(months: number): Promise<void> {
  const { org, phoneNumberId, templateId } = shop;
  const campaign = campaignOf(months);
  const isRunning = months === 0;
  await owner(
    `insert into campaigns (org_id, id, name, status, template_id, phone_number_id, audience, recipient_count, started_at, completed_at, messages_from, messages_to)
      values ($1, $2, 'Offer', $3, $4, $5, '{"kind": "all"}', ${recipients}, $6, case when $3 = 'completed' then $6::timestamptz end, $7, $8)`,
    [
      ...[org.orgId, campaign.id, isRunning ? "sending" : "completed", templateId, phoneNumberId],
      ...[campaign.startedAt, campaign.messagesFrom, campaign.messagesTo],
    ],
  );
  await owner(
    `insert into campaign_totals (org_id, campaign_id, state, count) values ($1, $2, $3, ${recipients})`,
    [org.orgId, campaign.id, isRunning ? "queued" : "failed"],
  );
  await owner(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, campaign_id, sequence, template_id, variables, failed_at, created_at)
      select $1, t.id, 'out', 'template', $3::message_state, $4, 'con_' || n, '+2547' || n, $5, n, $6, '{}', case when $3 = 'failed' then $7::timestamptz end, $7
      from unnest($2::text[]) with ordinality as t(id, n)`,
    [
      org.orgId,
      Array.from({ length: recipients }, (_, n) => messageIdOf(campaign, n + 1)),
      ...[isRunning ? "queued" : "failed", phoneNumberId, campaign.id, templateId, campaign.startedAt],
    ],
  );
  // A long conversation.
  await owner(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, body, search_text, created_at)
      select $1, message_id_at(at) || lpad(to_hex(n), 20, '0'), case when n % 2 = 0 then 'in' else 'out' end, 'text', 'delivered', $2, 'con_7', '+2547',
        'Habari asante ' || n, 'habari asante ' || n, at
      from (select n, $3::timestamptz - n * interval '1 minute' as at from generate_series(1, 400) n) t`,
    [org.orgId, phoneNumberId, monthsAgo(months)],
  );
}

const due = (id: string, state: string) =>
  owner(
    `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, body, due_at, in_doubt_since)
      values ($1, $2, 'out', 'text', $3, $4, 'con_7', '+2547', 'Karibu', now() - interval '1 minute', now() - interval '1 day')`,
    [shop.org.orgId, id, state, shop.phoneNumberId],
  );

const thisCampaign = () => campaignOf(0);
const idsOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => messageIdOf(thisCampaign(), first + n));
const single = newId("msg");

beforeAll(async () => {
  await splitMonths();
  await owner(
    "insert into contacts (org_id, id, phone, name) select $1, 'con_' || n, '+2547' || lpad(n::text, 8, '0'), 'Asha' from generate_series(1, 300) n",
    [shop.org.orgId],
  );
  await owner(
    `insert into conversations (org_id, id, phone_number_id, contact_id, last_message_at, last_message)
      values ($1, 'cnv_1', $2, 'con_7', $3, 'Habari')`,
    [shop.org.orgId, shop.phoneNumberId, monthsAgo(0)],
  );
  await owner(
    "insert into dispatchers (phone_number_id, org_id, holder, expires_at) values ($1, $2, 'living', now() + interval '1 hour')",
    [shop.phoneNumberId, shop.org.orgId],
  );
  for (let months = monthsBefore; months >= 0; months--) await fillMonth(months);
  await due(single, "queued");
  // Never counted, they are counted from their beginning.
  await countAnalytics({ ctx: shop.org.ctx, input: { days: 1 } });
  await owner("vacuum analyze messages");
});

type Work = (place: { db: Database; tx: Tx; ctx: typeof shop.org.ctx }) => Promise<unknown>;

/** The partitions that the work reads, as the role that it has. It is undone. */
async function partsRead(role: "tenant" | "system", work: Work): Promise<string[]> {
  let parts: string[] = [];
  const undone = new Error("undone");
  const run = async (tx: Tx) => {
    const db = within(platform.services.db, tx);
    if (role === "system") await leastDueId(db.system);
    const before = await readsOf(tx, platform.clock.now());
    await work({ db, tx, ctx: { ...shop.org.ctx, db } });
    const after = await readsOf(tx, platform.clock.now());
    parts = [...after].filter(([name, reads]) => reads > (before.get(name) ?? 0)).map(([name]) => name);
    throw undone;
  };
  const { db } = platform.services;
  const ended = role === "tenant" ? db.withOrg(shop.org.orgId, run) : db.withSystem(run);
  await ended.catch((error) => {
    if (error !== undone) throw error;
  });
  return parts;
}

const claim = () => ({
  orgId: shop.org.orgId,
  phoneNumberId: shop.phoneNumberId,
  ...{ singles: 10, retries: [10, 10, 10, 10], graceSeconds: 60, doubts: true },
  ...{ intakeOpenSince: new Date(0), statusesSince: new Date(0), lowWater: 0, held: new Set(idsOf(1, 2)) },
});
const lease = () => ({
  ...{ orgId: shop.org.orgId, phoneNumberId: shop.phoneNumberId, campaignId: thisCampaign().id },
  ...{ size: 50, dispatcher: "living", leaseId: newId("lse"), isBegun: false },
});
const atNow = () => platform.clock.now();

const works: [string, "tenant" | "system", Work][] = [
  ["leasing and reading a range", "system", ({ db }) => leaseRange(db, lease())],
  ["claiming what is due", "system", ({ db }) => claimDue(db, claim())],
  ["the next due time", "system", ({ db }) => nextDueMs(db.system, shop.org.orgId, shop.phoneNumberId)],
  [
    "finding work",
    "system",
    ({ db }) =>
      findWork(db.system, {
        ...{ graceSeconds: 60, intakeOpenSince: new Date(0), statusesSince: new Map(), lowWater: 0 },
        endsUnknown: false,
      }),
  ],
  [
    "recovering leases",
    "system",
    async ({ db }) => {
      await leaseRange(db, { ...lease(), isBegun: true });
      await leaseRange(db, lease());
      await db.system.query("update send_leases set dispatcher = 'dead'");
      const { phoneNumberId } = shop;
      const left = { orgId: shop.org.orgId, phoneNumberId, dispatcher: "living", graceSeconds: 60 };
      expect(await recoverLeases(db, left)).toBe(50);
    },
  ],
  [
    "storing responses",
    "system",
    ({ tx }) =>
      acceptQueued(
        tx,
        shop.org.orgId,
        idsOf(1, 50).map((id) => ({ id, state: "accepted", at: atNow(), wamid: `wamid.${id}` })),
      ),
  ],
  [
    "failures and rows that go back",
    "system",
    ({ tx }) =>
      applyMoves(tx, {
        orgId: shop.org.orgId,
        at: atNow(),
        moves: idsOf(1, 50).map((id, n) =>
          n % 2 === 0
            ? { id, state: "failed", at: atNow(), errorCode: 131050 }
            : { id, state: "queued", at: atNow(), dueAt: atNow(), errorCode: 131000 },
        ),
      }),
  ],
  [
    "applying statuses",
    "system",
    ({ tx }) =>
      applyStatuses(
        tx,
        platform.services,
        shop.org.orgId,
        idsOf(1, 50).map((id, n) => ({
          ...{
            id: `wamid.${id}`,
            status: "delivered",
            timestamp: String(Math.floor(atNow().getTime() / 1000)),
          },
          ...{ recipient_id: `2547${String(n + 1).padStart(8, "0")}`, biz_opaque_callback_data: id },
        })),
      ),
  ],
  [
    "storing customers' messages",
    "system",
    ({ tx }) =>
      putInThreads(tx, { orgId: shop.org.orgId, phoneNumberId: shop.phoneNumberId }, [
        {
          ...{ contactId: "con_7", at: atNow(), direction: "in", isNews: true },
          message: { id: "wamid.in", from: "254700000007", type: "text", text: { body: "Habari" } },
        },
      ]),
  ],
  ["a conversation", "tenant", ({ ctx }) => getConversation(ctx, { conversationId: "cnv_1" })],
  [
    "the list of conversations",
    "tenant",
    ({ ctx }) => listConversations(ctx, { q: "", page: 1, mark: "on" }),
  ],
  ["a campaign's progress", "tenant", ({ ctx }) => getProgress(ctx, thisCampaign().id)],
  ["a campaign's recipients", "tenant", ({ ctx }) => listRecipients(ctx, { campaignId: campaignOf(3).id })],
  [
    "a campaign's failures",
    "tenant",
    ({ ctx }) => listRecipients(ctx, { campaignId: campaignOf(3).id, state: "failed" }),
  ],
  [
    "a search that the newest messages satisfy",
    "tenant",
    ({ tx }) => findMessageIds(tx, shop.org.orgId, "asante"),
  ],
  [
    "counting the analytics of an hour",
    "tenant",
    ({ ctx }) => countAnalytics({ ctx, input: { days: 1 / 24 } }),
  ],
  ["a page of the API's messages", "tenant", ({ ctx }) => listMessages({ ctx, input: { limit: 50 } })],
  ["a message of the API", "tenant", ({ ctx }) => getMessage({ ctx, input: { messageId: single } })],
];

describe("of eight months of messages, two at most are read by", () => {
  it.each(works)("%s", async (_, role, work) => {
    const parts = await partsRead(role, work);
    expect(parts.length, parts.join()).toBeLessThanOrEqual(2);
  });

  it("nothing but what looks for them: a scan of all is noticed", async () => {
    const all = ({ tx }: { tx: Tx }) => tx.execute("select count(*) from messages");
    expect((await partsRead("system", all as Work)).length).toBe(monthsBefore + 2);
  });
});
