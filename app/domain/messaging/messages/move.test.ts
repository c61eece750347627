import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { acceptQueued, type Move, moveMessages } from "./move.server.ts";
import { mayMove, messageStates } from "./states.ts";

const platform = setUpPlatform();

const recipients = 20;
const start = Date.parse("2026-03-02T09:50:00Z");
const move = fc.record({
  row: fc.nat(recipients - 1),
  state: fc.constantFrom<MessageState>(...messageStates),
  minutes: fc.nat(40),
});

/** The stages that a message counts for: a failed one for its failure alone. */
const stagesOf = (state: MessageState): MessageState[] => {
  const way: MessageState[] = ["accepted", "sent", "delivered", "read"];
  return state === "failed" ? ["failed"] : way.slice(0, way.indexOf(state) + 1);
};

const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
  (await platform.services.db.owner.query<Row>(text, values)).rows;

/** An organisation with a number, and campaigns of it that are being sent. */
async function shop() {
  const { orgId } = await platform.createOrg();
  const sender = await connectNumber(platform.services, orgId, {
    wabaId: newId("evt"),
    phoneNumberId: newId("evt"),
    accessToken: "token",
  });
  const campaignOf = async (count: number) => {
    const campaignId = await sendingCampaign(platform.services, { orgId, ...sender, recipients: count });
    const rows = await rowsOf<{ id: string }>(
      "select id from messages where campaign_id = $1 order by sequence",
      [campaignId],
    );
    return { campaignId, ids: rows.map(({ id }) => id) };
  };
  return { orgId, campaignOf };
}

/** As the sender does: accepted ones first, separately. */
async function apply(orgId: OrgId, moves: readonly Move[]): Promise<void> {
  const { withSystem } = platform.services.db;
  const accepted = moves.filter(({ state }) => state === "accepted");
  const others = moves.filter(({ state }) => state !== "accepted");
  const accept = () => withSystem((tx) => acceptQueued(tx, orgId, accepted));
  const overtaken = await accept().catch((error: { code?: string }) => {
    // A lock that did not come in time.
    if (error.code !== "55P03") throw error;
    return accepted;
  });
  await withSystem((tx) => moveMessages(tx, orgId, [...others, ...overtaken]));
}

describe("the hourly totals", () => {
  it("show what the messages show, whatever happens to them and in whatever order", async () => {
    const { orgId, campaignOf } = await shop();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move, { minLength: 1, maxLength: 12 }), { maxLength: 8 }),
        async (batches) => {
          await rowsOf("delete from hourly_totals where org_id = $1", [orgId]);
          const { ids } = await campaignOf(recipients);
          const states = new Map(ids.map((id) => [id, "queued" as MessageState]));
          for (const batch of batches) {
            const moves = new Map(
              batch.map(({ row, state, minutes }) => [
                ids[row]!,
                { id: ids[row]!, state, at: new Date(start + minutes * 60_000) },
              ]),
            );
            await apply(orgId, [...moves.values()]);
            for (const { id, state } of moves.values())
              if (mayMove(states.get(id)!, state)) states.set(id, state);
          }
          const expected: Partial<Record<MessageState, number>> = {};
          for (const state of states.values())
            for (const stage of stagesOf(state)) expected[stage] = (expected[stage] ?? 0) + 1;
          const totals = await rowsOf<{ state: MessageState; count: number }>(
            "select state, sum(count)::int as count from hourly_totals where org_id = $1 group by 1 having sum(count) <> 0",
            [orgId],
          );
          const [below] = await rowsOf(
            "select 1 from hourly_totals where org_id = $1 and state <> 'sent' and count < 0",
            [orgId],
          );
          expect(below).toBeUndefined();
          expect(Object.fromEntries(totals.map(({ state, count }) => [state, count]))).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("first responses", () => {
  it("move rows that are still queued, and leave all others to the general way", async () => {
    const { orgId, campaignOf } = await shop();
    const { campaignId, ids } = await campaignOf(4);
    const { withSystem } = platform.services.db;
    const at = new Date(start);
    const [first, reported, doubted, cancelled] = ids as [string, string, string, string];
    await apply(orgId, [
      { id: first, state: "queued", at, errorCode: 130429, errorDetail: "Slow down.", dueAt: at },
      { id: reported, state: "sent", at, wamid: "wamid.told" },
      { id: doubted, state: "unknown", at, dueAt: at },
      { id: cancelled, state: "cancelled", at },
    ]);
    const answers = ids.map((id, n) => ({
      id,
      state: "accepted" as const,
      at,
      wamid: `wamid."${n}",{}`,
      attempted: true,
    }));
    // In any order, as responses arrive.
    const overtaken = await withSystem((tx) => acceptQueued(tx, orgId, answers.toReversed()));
    expect(overtaken.map(({ id }) => id)).toEqual([cancelled, doubted, reported]);
    await withSystem((tx) => moveMessages(tx, orgId, overtaken));
    const columns =
      "state, wamid, attempts, error_code, error_detail, due_at, accepted_at from messages where campaign_id = $1 order by sequence";
    const accepted = {
      state: "accepted",
      error_code: null,
      error_detail: null,
      due_at: null,
      accepted_at: at,
    };
    expect(await rowsOf(`select ${columns}`, [campaignId])).toMatchObject([
      { ...accepted, wamid: 'wamid."0",{}', attempts: 1 },
      { state: "sent", wamid: "wamid.told", attempts: 1, accepted_at: at },
      { ...accepted, wamid: 'wamid."2",{}', attempts: 1 },
      { state: "cancelled", attempts: 1 },
    ]);
    expect(
      await rowsOf(
        "select state, count from campaign_totals where campaign_id = $1 and count <> 0 order by state",
        [campaignId],
      ),
    ).toEqual([
      { state: "accepted", count: 2 },
      { state: "sent", count: 1 },
      { state: "cancelled", count: 1 },
    ]);
    // When repeated, none of them is queued now.
    expect(await withSystem((tx) => acceptQueued(tx, orgId, answers))).toEqual(answers);
  });
});

describe("a batch", () => {
  it("reads no row but its own, though other organisations are small", async () => {
    const { orgId, campaignOf } = await shop();
    await rowsOf(
      `insert into messages (org_id, id, direction, type, phone_number_id)
      select 'org_' || o, new_id('msg'), 'out', 'text', 'pn' || o from generate_series(1, 3000) o, generate_series(1, 3)`,
      [],
    );
    const { ids } = await campaignOf(10_000);
    await rowsOf("analyze messages", []);
    const at = new Date(start);
    /** How many rows of the table `work` reads. */
    const readsOf = (work: (tx: Tx) => Promise<unknown>) =>
      platform.services.db.withSystem(async (tx) => {
        const client = clientOf(tx);
        const read = async () => {
          const { rows } = await client.query<{ count: number }>({
            text: "select sum(seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname like 'messages%'",
          });
          return rows[0]!.count;
        };
        const before = await read();
        await work(tx);
        return (await read()) - before;
      });
    const accepted = ids.slice(0, 400).map((id) => ({ id, state: "accepted" as const, at }));
    expect(await readsOf((tx) => acceptQueued(tx, orgId, accepted))).toBe(400);
    const sent = ids.slice(200, 600).map((id) => ({ id, state: "sent" as const, at }));
    expect(await readsOf((tx) => moveMessages(tx, orgId, sent))).toBe(800);
  });

  it("is planned for the table as it has become: recipients that change the picture are counted", async () => {
    const { orgId, campaignOf } = await shop();
    const prepared = (count: number) =>
      platform.services.db.withOrg(orgId, (tx) =>
        tx.execute(sql`select analyze_messages_after(${count}::int, now())`),
      );
    const counted = async () => {
      const rows = await rowsOf<{ count: number }>(
        "select reltuples::int as count from pg_class where relname = 'messages'",
        [],
      );
      return rows[0]!.count;
    };
    await rowsOf("analyze messages", []);
    const before = await counted();
    await campaignOf(20);
    await prepared(20);
    expect(await counted()).toBe(before);
    await campaignOf(20_000);
    await prepared(20_000);
    expect(await counted()).toBe(before + 20_020);
  });

  it("ends in no deadlock with others of the same rows, in whatever order they come", async () => {
    const { orgId, campaignOf } = await shop();
    const { campaignId, ids } = await campaignOf(2000);
    const at = new Date(start);
    for (let from = 0; from < ids.length; from += 200) {
      const batch = ids.slice(from, from + 200);
      const applied = (state: MessageState, of: string[]) =>
        apply(
          orgId,
          of.map((id) => ({ id, state, at })),
        );
      await Promise.all([
        applied("accepted", batch),
        applied("sent", batch.slice(50).reverse()),
        applied("delivered", [...batch.slice(150), ...batch.slice(100, 150)]),
        applied("failed", batch.slice(0, 120).reverse()),
      ]);
    }
    const rows = await rowsOf(
      "select state, count(*)::int as count from messages where campaign_id = $1 group by 1 order by 1",
      [campaignId],
    );
    expect(
      await rowsOf(
        "select state, count from campaign_totals where campaign_id = $1 and count <> 0 order by state",
        [campaignId],
      ),
    ).toEqual(rows);
  });
});
