import { and, asc, between, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { clientOf, inOneGo, prepareOnce, type Tx } from "#app/db/client.server.ts";
import { type MessageState, messages } from "#app/db/schema/messaging/messages.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { monthOf } from "#app/platform/time/calendar.ts";
import { bookAll, type OwnBooking } from "./book.server.ts";
import { remainingOf } from "./heldParts.ts";
import {
  afterwards,
  differenceOf,
  type Hold,
  type HoldStep,
  outcomes,
  timezoneColumn,
} from "./hold.server.ts";
import { lockLedger } from "./lock.server.ts";

const arrived: MessageState[] = ["delivered", "read"];

/**
 * Moves the money of single template messages after their rows have moved, in the same transaction: settles
 * delivered ones, releases failed ones, and settles those too if they are delivered later. A hold covers one
 * message, so a second report moves nothing. Messages without a hold of their own (replies, and those of
 * campaigns) are skipped, and so are those whose SMS was sent, or may follow their failure. As many statements for several
 * messages as for one.
 */
export async function settleSingleMessages(
  tx: Tx,
  { orgId, messageIds, at }: { orgId: OrgId; messageIds: readonly string[]; at: Date },
): Promise<void> {
  const ended = await endedAmong(tx, orgId, messageIds);
  if (ended.size === 0) return;
  const { walletCents } = await lockLedger(tx, orgId);
  const held = await lockHolds(tx).execute({ orgId, subjectIds: [...ended.keys()] });
  const moves: HoldChange[] = [];
  let wallet = walletCents;
  for (const { hold } of held) {
    const change = changeOf(hold, ended.get(hold.subjectId)!, wallet);
    if (!change) continue;
    moves.push(change);
    wallet += change.postings.wallet;
  }
  if (moves.length === 0) return;
  const booked = await bookAll(
    tx,
    orgId,
    moves.map((move) => entryOf(move, at)),
  );
  await writeChanges(
    tx,
    { orgId, at, deliveredMonth: monthOf(at, held[0]!.timezone) },
    moves.filter((move) => booked.has(referenceOf(move))),
  );
}

/** Messages whose hold has to move, by their states. */
async function endedAmong(
  tx: Tx,
  orgId: OrgId,
  messageIds: readonly string[],
): Promise<Map<string, MessageState>> {
  if (messageIds.length === 0) return new Map();
  const [least, greatest] = spanOf(messageIds);
  const ended = await tx
    .select({ id: messages.id, state: messages.state })
    .from(holds)
    .innerJoin(messages, and(eq(messages.orgId, orgId), eq(messages.id, holds.subjectId)))
    .where(
      and(
        eq(holds.orgId, orgId),
        inArray(holds.subjectId, [...messageIds]),
        between(messages.id, least, greatest),
        or(
          isNull(messages.fallback),
          and(eq(messages.fallback, "waiting"), inArray(messages.state, ["cancelled", ...arrived])),
        ),
        or(
          and(isNull(holds.closedAt), inArray(messages.state, ["failed", "cancelled", ...arrived])),
          and(gt(holds.releasedMessages, 0), inArray(messages.state, arrived)),
        ),
      ),
    );
  return new Map(ended.map(({ id, state }) => [id, state]));
}

const lockHolds = prepareOnce((tx) =>
  tx
    .select({
      hold: holds,
      timezone: timezoneColumn(sql.placeholder("orgId")),
    })
    .from(holds)
    .where(
      and(
        eq(holds.orgId, sql.placeholder("orgId")),
        sql`${holds.subjectId} = any(array(select unnest(${sql.placeholder("subjectIds")}::text[])))`,
      ),
    )
    .orderBy(asc(holds.subjectId))
    .for("update")
    .prepare("lock-holds"),
);

type HoldChange = ReturnType<typeof differenceOf> & { hold: Hold; after: Hold; step: HoldStep };

/** Undefined where nothing is left to move, or the wallet can't pay for a message that was delivered after its release. */
function changeOf(hold: Hold, state: MessageState, walletCents: number): HoldChange | undefined {
  const isReleased = hold.releasedMessages > 0;
  const step = !arrived.includes(state) ? "release" : isReleased ? "settle_released" : "settle";
  if (step !== "settle_released" && remainingOf(hold) <= 0) return undefined;
  const after = afterwards(hold, step, 1);
  const difference = differenceOf(hold, after);
  if (step === "settle_released" && -difference.postings.wallet > walletCents) return undefined;
  return { ...difference, hold, after, step };
}

const referenceOf = ({ step, hold: { subjectId } }: HoldChange) =>
  `${step === "release" ? "undelivered" : "delivered"}:${subjectId}`;

const entryOf = (change: HoldChange, at: Date): OwnBooking => ({
  kind: change.step === "release" ? "release" : "settle",
  about: { code: outcomes[change.step], messages: 1, subject: change.hold.subjectId },
  reference: referenceOf(change),
  postings: change.postings,
  at,
});

const holdsText = `update holds h set settled_messages = n.settled, released_messages = n.released,
    closed_at = case when n.is_over then $6::timestamptz end
  from unnest($2::text[], $3::int[], $4::int[], $5::boolean[]) as n(id, settled, released, is_over)
  where h.org_id = $1 and h.id = n.id and h.id = any($2::text[])`;

const monthText = `insert into monthly_usage as u (org_id, month, delivered) values ($1, $2, $3)
  on conflict (org_id, month) do update set delivered = u.delivered + excluded.delivered,
    included_held = u.included_held + $4, included_used = u.included_used + $5`;

interface MonthCounts {
  delivered: number;
  held: number;
  used: number;
}

/** What changes in each month: the one of the holds, and the one of the delivery. */
function countsByMonth(changes: readonly HoldChange[], deliveredMonth: string): [string, MonthCounts][] {
  const months = new Map<string, MonthCounts>();
  const add = (month: string, { delivered = 0, held = 0, used = 0 }: Partial<MonthCounts>) => {
    const before = months.get(month) ?? { delivered: 0, held: 0, used: 0 };
    months.set(month, {
      delivered: before.delivered + delivered,
      held: before.held + held,
      used: before.used + used,
    });
  };
  for (const { hold, step, includedHeld, includedUsed } of changes) {
    if (step !== "release") add(deliveredMonth, { delivered: 1 });
    if (includedHeld !== 0 || includedUsed !== 0) add(hold.month, { held: includedHeld, used: includedUsed });
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The holds, and after them the months' counters. */
async function writeChanges(
  tx: Tx,
  { orgId, at, deliveredMonth }: { orgId: OrgId; at: Date; deliveredMonth: string },
  changes: readonly HoldChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const client = clientOf(tx);
  const after = changes.map((change) => change.after);
  const values = [
    orgId,
    after.map(({ id }) => id),
    after.map(({ settledMessages }) => settledMessages),
    after.map(({ releasedMessages }) => releasedMessages),
    after.map((hold) => remainingOf(hold) === 0),
    at,
  ];
  const countMonth = (month: string, { delivered, held, used }: MonthCounts) =>
    client.query({ name: "count-month", text: monthText, values: [orgId, month, delivered, held, used] });
  await inOneGo(tx, [
    () => client.query({ name: "move-holds", text: holdsText, values }),
    ...countsByMonth(changes, deliveredMonth).map(
      ([month, counts]) =>
        () =>
          countMonth(month, counts),
    ),
  ]);
}
