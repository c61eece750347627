import {
  clientOf,
  commitWith,
  type Database,
  inOneGo,
  type Queryable,
  type Tx,
} from "#app/db/client.server.ts";
import {
  type CapColumns,
  capColumns,
  cappedOf,
} from "#app/domain/messaging/campaigns/frequencyCap.server.ts";
import { type Leasing, leasingColumns, nextRange } from "#app/domain/messaging/campaigns/leasing.ts";
import { addToCampaignTotals } from "#app/domain/messaging/messages/addToTotals.server.ts";
import {
  type IdRange,
  idsOfNumbers,
  isInRangeOf,
  rangeColumns,
} from "#app/domain/messaging/messages/idRange.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { leastDueId } from "./leastDueId.server.ts";
import { type Outgoing, outgoingColumns, type Read, withConsent } from "./outgoing.server.ts";
import { holdsNumber } from "./tenure.server.ts";

export interface LeasedRange {
  leaseId: string;
  campaignId: string;
  rows: Outgoing[];
  /** The next range may be leased at once. */
  more: boolean;
}

interface LeaseInput {
  orgId: OrgId;
  phoneNumberId: string;
  campaignId: string;
  size: number;
  dispatcher: string;
  leaseId: string;
  /** Its rows may be posted at once. */
  isBegun: boolean;
}

/**
 * Takes the next range of running numbers of a campaign that is being sent. The lease is committed before any row is
 * read: from then on no one else reads them. Once it is begun, a row of it that is still `queued` may have been posted.
 * Null when there is nothing to lease now: all is leased, a member is just changing the campaign, or the dispatcher no
 * longer holds the number.
 */
export async function leaseRange(db: Database, input: LeaseInput): Promise<LeasedRange | null> {
  const { orgId, campaignId, leaseId } = input;
  const range = await db.withSystem((tx) => writeLease(tx, input));
  if (!range) return null;
  const { messagesFrom, messagesTo } = idsOfNumbers(range, range.from, range.to);
  const { rows } = await db.system.query<Read>({
    name: "read-range",
    text: `select ${outgoingColumns} from messages m
      where m.org_id = $1 and m.campaign_id = $2 and m.sequence between $3 and $4 and m.id >= $5 and m.id < $6 and m.state = 'queued' and m.due_at is null
      order by m.sequence`,
    values: [orgId, campaignId, range.from, range.to, messagesFrom, messagesTo],
  });
  const capped = await cappedOf(db.system, orgId, range, rows);
  const outgoing = await withConsent(db.system, orgId, leaseId, rows, capped);
  return { leaseId, campaignId, more: range.more, rows: outgoing };
}

async function writeLease(tx: Tx, input: LeaseInput) {
  const client = clientOf(tx);
  const { orgId, phoneNumberId, campaignId, size, dispatcher, leaseId, isBegun } = input;
  const lock = {
    name: "lock-to-lease",
    text: `select ${leasingColumns}, ${capColumns}, ${rangeColumns} from campaigns c
      where c.org_id = $1 and c.id = $2 and c.phone_number_id = $3 and c.status = 'sending' for update skip locked`,
    values: [orgId, campaignId, phoneNumberId],
  };
  const isHolder = {
    name: "is-holder",
    text: "select 1 from dispatchers where phone_number_id = $1 and holder = $2 and expires_at > now()",
    values: [phoneNumberId, dispatcher],
  };
  const [{ rows }, { rowCount }] = await inOneGo(tx, [
    () => client.query<Leasing & CapColumns & IdRange>(lock),
    () => client.query(isHolder),
  ]);
  const [campaign] = rows;
  const range = campaign && nextRange(campaign, size);
  if (!range || rowCount !== 1) return null;
  const mark = {
    name: "mark-leased",
    text: "update campaigns set next_sequence = $3, paced_at = to_timestamp($4::float8 / 1000) where org_id = $1 and id = $2",
    values: [orgId, campaignId, range.to + 1, range.pacedMs],
  };
  const insert = {
    name: "insert-lease",
    text: `insert into send_leases (org_id, id, campaign_id, from_sequence, to_sequence, dispatcher, begun_at)
      values ($1, $2, $3, $4, $5, $6, case when $7 then now() end)`,
    values: [orgId, leaseId, campaignId, range.from, range.to, dispatcher, isBegun],
  };
  commitWith(tx, inOneGo(tx, [() => client.query(mark), () => client.query(insert)]));
  return { ...campaign, ...range };
}

/** From now on rows of this lease may be posted. False when a successor has taken it over. */
export async function beginLease(
  client: Queryable,
  { orgId, leaseId, dispatcher }: Pick<LeaseInput, "orgId" | "leaseId" | "dispatcher">,
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: "begin-lease",
    text: "update send_leases set begun_at = now() where org_id = $1 and id = $2 and dispatcher = $3",
    values: [orgId, leaseId, dispatcher],
  });
  return rowCount === 1;
}

/**
 * Ends leases of a dispatcher and returns those that were still valid. Recovering a lease locks it first: a
 * missing one has been recovered, and the rows of a valid one are in no other hands.
 */
export async function endLeases(
  client: Queryable,
  { orgId, endedLeases, holder }: { orgId: OrgId; endedLeases: readonly string[]; holder: string },
): Promise<Set<string>> {
  if (endedLeases.length === 0) return new Set();
  const { rows } = await client.query<{ id: string }>({
    name: "end-leases",
    text: "delete from send_leases where org_id = $1 and id = any($2) and dispatcher = $3 returning id",
    values: [orgId, endedLeases, holder],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Which of the numbers have leases that their holder did not make. */
export async function numbersLeftBehind(
  client: Queryable,
  holds: readonly { phoneNumberId: string; holder: string }[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ phoneNumberId: string }>({
    name: "numbers-left-behind",
    text: `select distinct c.phone_number_id as "phoneNumberId"
      from send_leases l join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id
      where c.phone_number_id = any($1) and l.dispatcher <> all($2)`,
    values: [holds.map(({ phoneNumberId }) => phoneNumberId), holds.map(({ holder }) => holder)],
  });
  return new Set(rows.map(({ phoneNumberId }) => phoneNumberId));
}

interface DeadLease extends IdRange {
  id: string;
  campaignId: string;
  from: number;
  to: number;
  begunAt: Date | null;
}

interface LeftBy {
  orgId: OrgId;
  phoneNumberId: string;
  /** The successor; all other leases of the number are dead. */
  dispatcher: string;
  graceSeconds: number;
}

/**
 * Takes over what a dead dispatcher of this number left: in leases that it had begun every row that is still `queued` may
 * have been posted, so it becomes `unknown` and waits for a status until the grace time ends; rows of the other leases are
 * due. Rows that it had claimed one by one are `unknown` already, and may have been posted until now. Returns the number
 * of leased rows in doubt; null when another took the number in the meantime, whose leases are alive.
 */
export async function recoverLeases(db: Database, input: LeftBy): Promise<number | null> {
  const leastId = await leastDueId(db.system);
  return db.withSystem(async (tx) => {
    const client = clientOf(tx);
    const { orgId, phoneNumberId, dispatcher } = input;
    if (!(await holdsNumber(client, { phoneNumberId, holder: dispatcher }))) return null;
    const { rows: leases } = await client.query<DeadLease>({
      name: "lock-dead-leases",
      text: `select l.id, l.campaign_id as "campaignId", l.from_sequence as "from", l.to_sequence as "to", l.begun_at as "begunAt", ${rangeColumns}
        from send_leases l join campaigns c on c.org_id = $1 and c.id = l.campaign_id
        where l.org_id = $1 and c.phone_number_id = $2 and l.dispatcher <> $3 order by l.id for update of l`,
      values: [orgId, phoneNumberId, dispatcher],
    });
    await postponeDoubts(client, input, leastId);
    if (leases.length === 0) return 0;
    const inDoubt = await recoverRows(client, input, leases);
    await client.query({
      name: "delete-dead-leases",
      text: "delete from send_leases where org_id = $1 and id = any($2)",
      values: [orgId, leases.map(({ id }) => id)],
    });
    return inDoubt;
  });
}

/** The grace time of what is in doubt begins again: of single messages, and of campaigns that are not over. */
async function postponeDoubts(
  client: Queryable,
  { orgId, phoneNumberId, graceSeconds }: LeftBy,
  leastId: string,
): Promise<void> {
  const isSooner = `m.org_id = $1 and m.phone_number_id = $2 and m.state = 'unknown' and m.due_at < now() + make_interval(secs => $3)`;
  const { rows } = await client.query<{ id: string }>({
    name: "doubts-of-number",
    text: `select m.id from messages m where ${isSooner} and m.campaign_id is null and m.id >= $4
      union all select d.id from campaigns c
        cross join lateral (select m.id from messages m where ${isSooner} and m.campaign_id = c.id and ${isInRangeOf("m", "c")} offset 0) d
      where c.org_id = $1 and c.phone_number_id = $2 and c.status in ('sending', 'paused')`,
    values: [orgId, phoneNumberId, graceSeconds, leastId],
  });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await client.query({
    name: "postpone-doubts",
    text: `update messages set due_at = now() + make_interval(secs => $3)
      where org_id = $1 and id = any($2) and id between $4 and $5 and state = 'unknown'`,
    values: [orgId, ids, graceSeconds, ...spanOf(ids)],
  });
}

interface LeftRow {
  id: string;
  campaignId: string;
  /** Since when it may have been posted; null for a row that was not. */
  since: Date | null;
}

/** Rows of begun ranges are in doubt; those of the others are due at once, as after a stop. Returns how many are in doubt. */
async function recoverRows(client: Queryable, input: LeftBy, leases: readonly DeadLease[]): Promise<number> {
  const { orgId } = input;
  const ranges = leases.map((lease) => idsOfNumbers(lease, lease.from, lease.to));
  const { rows } = await client.query<LeftRow>({
    name: "lock-leased-rows",
    text: `select m.id, m.campaign_id as "campaignId", l.since
      from unnest($2::text[], $3::int[], $4::int[], $5::timestamptz[]) as l(campaign_id, first, last, since)
      join messages m on m.org_id = $1 and m.campaign_id = l.campaign_id and m.sequence between l.first and l.last
      where m.id >= $6 and m.id < $7 and m.state = 'queued' and m.due_at is null order by m.id for update of m`,
    values: [
      orgId,
      leases.map(({ campaignId }) => campaignId),
      leases.map(({ from }) => from),
      leases.map(({ to }) => to),
      leases.map(({ begunAt }) => begunAt),
      spanOf(ranges.map(({ messagesFrom }) => messagesFrom))[0],
      spanOf(ranges.map(({ messagesTo }) => messagesTo))[1],
    ],
  });
  const posted = rows.filter(({ since }) => since !== null);
  await releaseRows(
    client,
    orgId,
    rows.filter(({ since }) => since === null),
  );
  await doubtRows(client, input, posted);
  return posted.length;
}

async function releaseRows(client: Queryable, orgId: OrgId, rows: readonly LeftRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await client.query({
    name: "release-leased-rows",
    text: "update messages set due_at = now() where org_id = $1 and id = any($2) and id between $3 and $4",
    values: [orgId, ids, ...spanOf(ids)],
  });
}

async function doubtRows(
  client: Queryable,
  { orgId, graceSeconds }: LeftBy,
  rows: readonly LeftRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await client.query({
    name: "doubt-leased-rows",
    text: `update messages m set state = 'unknown', due_at = now() + make_interval(secs => $4), in_doubt_since = l.since
      from unnest($2::text[], $3::timestamptz[]) as l(id, since) where m.org_id = $1 and m.id = l.id and m.id = any($2::text[])
        and m.id between $5 and $6`,
    values: [orgId, ids, rows.map(({ since }) => since), graceSeconds, ...spanOf(ids)],
  });
  await addToCampaignTotals(
    client,
    orgId,
    rows.map(({ campaignId }) => ({ campaignId, from: "queued", to: "unknown", count: 1 })),
  );
}
