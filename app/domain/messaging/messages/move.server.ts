import { clientOf, commitWith, inOneGo, type Queryable, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { plainArray } from "#app/db/plainArray.ts";
import { planAsUsual, planOnce, planOnceText } from "#app/db/planOnce.server.ts";
import type { MessageFallback, MessageState } from "#app/db/schema/messaging/messages.ts";
import type { WhatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { countForMeta } from "#app/domain/money/metaCosts/countForMeta.server.ts";
import { hasEndpoints } from "#app/domain/record/webhooks/subscriber.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { addToTotals, groupMoves, hourOf, type Moved, type MovedInHour } from "./addToTotals.server.ts";
import { type Change, changeOf } from "./changeOf.ts";
import { countSingleMoves, mayCountSingleMoves } from "./singleMoves.ts";

/** A report on one message. Times are those of the report; unknown fields are omitted. */
export interface Move {
  id: string;
  state: MessageState;
  at: Date;
  wamid?: string;
  errorCode?: number;
  errorDetail?: string;
  /** When the row is due again (`queued`: retry, `unknown`: end of grace), by the clock of `at`. */
  dueAt?: Date;
  /** True when this ends a try to send, which is counted. */
  attempted?: boolean;
  /** The recipient according to Meta. */
  person?: WhatsappIdentity;
  /** Meta's pricing category and type. */
  price?: { category: string; type: string };
}

/** A locked message, as far as a report on it can change what is counted. */
interface Held {
  id: string;
  state: MessageState;
  campaignId: string | null;
  direction: "in" | "out";
  phoneNumberId: string;
  templateId: string | null;
  prefix: string;
  metaCategory: string | null;
  metaType: string | null;
  isUndelivered: boolean;
  fallback: MessageFallback | null;
  /** When its stages of the hourly totals were counted. */
  countedAt: Date | null;
  now: Date;
  /** The organisation has webhook endpoints. */
  hasEndpoints: boolean;
  /** What counts single messages may have something to count. */
  isCounted: boolean;
}

// In the order of their ids, so that batches from several processes never deadlock.
const lockText =
  () => `select m.id, m.state, m.campaign_id as "campaignId", m.direction, m.phone_number_id as "phoneNumberId",
    m.template_id as "templateId", left(coalesce(m.recipient, ''), 4) as prefix, m.meta_category as "metaCategory", m.meta_type as "metaType",
    m.delivered_at is null as "isUndelivered", m.fallback, case when m.state = 'failed' then m.failed_at else m.accepted_at end as "countedAt",
    now() as now, ${hasEndpoints("$1")} as "hasEndpoints", ${mayCountSingleMoves("$1")} as "isCounted"
  from messages m where m.org_id = $1 and m.id = any($2::text[]) and m.id between $3 and $4 order by m.id for update`;

const writeText = `update messages m set
    state = i.state,
    wamid = coalesce(m.wamid, i.wamid),
    attempts = m.attempts + i.attempts,
    due_at = case when i.sets_due then to_timestamp(i.due_at) else m.due_at end,
    error_code = case when i.sets_error then i.error_code else m.error_code end,
    error_detail = case when i.sets_error then i.error_detail else m.error_detail end,
    in_doubt_since = coalesce(to_timestamp(i.in_doubt_since), m.in_doubt_since),
    accepted_at = coalesce(m.accepted_at, to_timestamp(i.accepted_at)),
    sent_at = coalesce(m.sent_at, to_timestamp(i.sent_at)),
    delivered_at = coalesce(m.delivered_at, to_timestamp(i.delivered_at)),
    read_at = coalesce(m.read_at, to_timestamp(i.read_at)),
    failed_at = coalesce(to_timestamp(i.failed_at), m.failed_at),
    meta_category = coalesce(i.meta_category, m.meta_category),
    meta_type = coalesce(i.meta_type, m.meta_type)
  from unnest($2::text[], $3::message_state[], $4::text[], $5::int[], $6::boolean[], $7::float8[], $8::boolean[], $9::int[], $10::text[],
    $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::float8[], $17::text[], $18::text[])
    as i(id, state, wamid, attempts, sets_due, due_at, sets_error, error_code, error_detail,
      in_doubt_since, accepted_at, sent_at, delivered_at, read_at, failed_at, meta_category, meta_type)
  where m.org_id = $1 and m.id = i.id and m.id = any($2::text[]) and m.id between $19 and $20`;

/**
 * The greater part of all moves, at half the price: rows that are still `queued`, or claimed one by one, and that Meta accepted
 * at once. No other row is touched, so none has to be locked and looked at before. Nothing but the plan keeps them in order, so it waits for
 * no row longer than PostgreSQL waits until it looks for a deadlock (a second): then it fails, and may be tried again.
 */
const acceptText = `update messages m set
    state = 'accepted', wamid = coalesce(m.wamid, i.wamid), attempts = m.attempts + 1, due_at = null, error_code = null, error_detail = null,
    accepted_at = coalesce(m.accepted_at, to_timestamp(i.at))
  from unnest($2::text[], $3::float8[], $4::text[]) as i(id, at, wamid)
  where m.org_id = $1 and m.id = i.id and m.id = any($2::text[]) and m.id between $5 and $6 and (m.state = 'queued' or m.state = 'unknown' and m.campaign_id is null)
  returning m.id, m.campaign_id as "campaignId"`;

const secondsOf = (times: readonly (Date | null | undefined)[]) =>
  plainArray(times.map((time) => time && time.getTime() / 1000));

interface Moves {
  moved: Moved[];
  /** The organisation has webhook endpoints. */
  hasEndpoints: boolean;
}

/** The same, with plans as usual for what follows. */
export async function moveMessages(tx: Tx, orgId: OrgId, moves: readonly Move[]): Promise<Moved[]> {
  const { moved } = await moveWithOnePlan(tx, orgId, moves);
  await planAsUsual(tx);
  return moved;
}

/** One message, its report, and what that changes. */
interface Moving {
  row: Held;
  report: Move;
  change: Change;
}

/**
 * Applies reports on messages of one organisation: rows are locked, what changes is computed by `changeOf`, and written together
 * with the totals. A repeated or outdated report changes nothing. Each id may occur once. Later statements of the transaction
 * are planned once too, until `planAsUsual`.
 */
export async function moveWithOnePlan(tx: Tx, orgId: OrgId, moves: readonly Move[]): Promise<Moves> {
  if (moves.length === 0) return { moved: [], hasEndpoints: false };
  notifyPages(tx, orgId, "messages");
  const client = clientOf(tx);
  const ids = moves.map(({ id }) => id);
  const [, { rows }] = await inOneGo(tx, [
    () => planOnce(tx),
    () =>
      client.query<Held>({ name: "lock-messages", text: lockText(), values: [orgId, ids, ...spanOf(ids)] }),
  ]);
  const reports = new Map(moves.map((move) => [move.id, move]));
  const moving = rows.map((row): Moving => {
    const report = reports.get(row.id)!;
    return { row, report, change: changeOf(row.state, report, row.now) };
  });
  await writeChanges(client, orgId, moving);
  await countDelivered(client, orgId, moving);
  const moved = await countMoved(tx, orgId, moving);
  return { moved, hasEndpoints: rows[0]?.hasEndpoints ?? false };
}

async function writeChanges(client: Queryable, orgId: OrgId, moving: readonly Moving[]): Promise<void> {
  const ids = moving.map(({ row }) => row.id);
  const reports = moving.map(({ report }) => report);
  const changes = moving.map(({ change }) => change);
  const prices = moving.map(({ row, report }) => (row.isUndelivered ? report.price : undefined));
  await client.query({
    name: "move-messages",
    text: writeText,
    values: [
      orgId,
      ids,
      plainArray(changes.map(({ state }) => state)),
      reports.map(({ wamid }) => wamid ?? null),
      plainArray(changes.map(({ attempts }) => attempts)),
      plainArray(changes.map(({ dueAt }) => dueAt !== undefined)),
      secondsOf(changes.map(({ dueAt }) => dueAt)),
      plainArray(changes.map(({ error }) => error !== undefined)),
      plainArray(changes.map(({ error }) => error?.code)),
      changes.map(({ error }) => error?.detail ?? null),
      secondsOf(changes.map(({ inDoubtSince }) => inDoubtSince)),
      secondsOf(changes.map(({ acceptedAt }) => acceptedAt)),
      secondsOf(changes.map(({ sentAt }) => sentAt)),
      secondsOf(changes.map(({ deliveredAt }) => deliveredAt)),
      secondsOf(changes.map(({ readAt }) => readAt)),
      secondsOf(changes.map(({ failedAt }) => failedAt)),
      prices.map((price) => price?.category ?? null),
      prices.map((price) => price?.type ?? null),
      ...spanOf(ids),
    ],
  });
}

/** Deliveries that Meta may charge, once each. Without a report the category is the template's. */
async function countDelivered(client: Queryable, orgId: OrgId, moving: readonly Moving[]): Promise<void> {
  const delivered = moving.filter(
    ({ row, change }) => row.isUndelivered && change.deliveredAt && row.direction === "out",
  );
  const categoryOf = ({ row, report }: Moving) => report.price?.category ?? row.metaCategory;
  const unpriced = delivered.flatMap((each) => (categoryOf(each) ? [] : (each.row.templateId ?? [])));
  const categories = await categoriesOf(client, orgId, new Set(unpriced));
  await countForMeta(
    client,
    orgId,
    delivered.map((each) => ({
      phoneNumberId: each.row.phoneNumberId,
      prefix: each.row.prefix,
      at: each.report.at,
      category: categoryOf(each) ?? categories.get(each.row.templateId ?? "") ?? "service",
      type: each.report.price?.type ?? each.row.metaType,
    })),
  );
}

async function categoriesOf(
  client: Queryable,
  orgId: OrgId,
  templateIds: ReadonlySet<string>,
): Promise<Map<string, string>> {
  if (templateIds.size === 0) return new Map();
  const { rows } = await client.query<{ id: string; category: string }>({
    name: "categories-of-templates",
    text: "select id, lower(category) as category from templates where org_id = $1 and id = any($2::text[])",
    values: [orgId, [...templateIds]],
  });
  return new Map(rows.map(({ id, category }) => [id, category]));
}

async function countMoved(tx: Tx, orgId: OrgId, moving: readonly Moving[]): Promise<Moved[]> {
  const moved = moving.flatMap(({ row, report, change }): MovedInHour[] => {
    const { state: from, campaignId, direction, countedAt, fallback } = row;
    const to = change.state;
    if (from === to) return [];
    const hour = hourOf(report.at);
    const lostHour = countedAt && (from === "failed" || to === "failed") ? hourOf(countedAt) : hour;
    return [{ campaignId, direction, from, to, hour, lostHour, fallback, count: 1 }];
  });
  const groups = groupMoves(moved);
  const singles = moving.flatMap(
    ({ row: { id, state: from, campaignId, direction }, change: { state: to } }) =>
      campaignId === null && direction === "out" && from !== to ? [{ id, from, to }] : [],
  );
  await inOneGo(tx, [
    () => addToTotals(tx, orgId, groups),
    async () => singles.length > 0 && moving[0]!.row.isCounted && countSingleMoves(tx, orgId, singles),
  ]);
  return groups;
}

/**
 * Stores first responses: rows that are still `queued`, and single messages, become `accepted`, each with its `wamid`. Returns the
 * moves of all other rows, unapplied, for `moveMessages` in another transaction, since this one locks rows
 * after them. The caller notifies open pages.
 */
export async function acceptQueued(tx: Tx, orgId: OrgId, answers: readonly Move[]): Promise<Move[]> {
  if (answers.length === 0) return [];
  const inOrder = answers.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = inOrder.map(({ id }) => id);
  const client = clientOf(tx);
  const plan = {
    name: "plan-once-wait-shortly",
    text: `${planOnceText}, set_config('lock_timeout', '500ms', true)`,
  };
  const accept = {
    name: "accept-queued",
    text: acceptText,
    values: [
      orgId,
      plainArray(ids),
      secondsOf(inOrder.map(({ at }) => at)),
      inOrder.map(({ wamid }) => wamid ?? null),
      ...spanOf(ids),
    ],
  };
  const [, { rows }] = await inOneGo(tx, [
    () => client.query(plan),
    () => client.query<{ id: string; campaignId: string | null }>(accept),
  ]);
  const campaigns = new Map(rows.map(({ id, campaignId }) => [id, campaignId]));
  const moved = answers.flatMap(({ id, at }): MovedInHour[] => {
    const campaignId = campaigns.get(id);
    if (campaignId === undefined) return [];
    const hour = hourOf(at);
    const move = { campaignId, direction: "out", from: "queued", to: "accepted" } as const;
    return [{ ...move, hour, lostHour: hour, count: 1 }];
  });
  commitWith(tx, addToTotals(tx, orgId, groupMoves(moved)));
  return campaigns.size === answers.length ? [] : answers.filter(({ id }) => !campaigns.has(id));
}
