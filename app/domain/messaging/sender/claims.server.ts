import { clientOf, type Database, type Queryable } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { cappedOfCampaigns } from "#app/domain/messaging/campaigns/frequencyCap.server.ts";
import { campaignsToSend } from "#app/domain/messaging/campaigns/toSend.server.ts";
import { addToCampaignTotals } from "#app/domain/messaging/messages/addToTotals.server.ts";
import { isInRangeOf } from "#app/domain/messaging/messages/idRange.ts";
import { metaIsDown } from "#app/domain/messaging/messages/reasons.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { leastDueId } from "./leastDueId.server.ts";
import { type Outgoing, outgoingColumns, type Read, withConsent } from "./outgoing.server.ts";

/** Repeats of a webhook come at the latest so long after an interruption; a message in doubt for so long is given up. */
const longestWait = "6 hours";

/**
 * SQL: stored webhooks about a number are not applied yet; those of the last second are in flight. All below the id `lowWater`
 * are applied. A webhook with an empty key may be about any number: it names several accounts, or an unknown one.
 */
export const webhooksWaitFor = (number: string, lowWater: string) =>
  `exists (select 1 from webhook_events w where w.account_key in ('', ${number})
    and w.is_status in (false, true) and w.id >= ${lowWater} and w.received_at < now() - interval '1 second')`;

/** SQL: no status about a message is expected any longer, with statuses arriving since `since` and a grace in seconds. */
export const doubtIsOver = (message: string, since: string, grace: string) =>
  `now() - ${since} >= greatest(make_interval(secs => ${grace}), least(${since} - ${message}.in_doubt_since, interval '${longestWait}'))`;

/**
 * SQL: message `m`, in doubt, may be sent again. Webhooks are stored since `openSince`, and statuses of its number are seen
 * to arrive since `arriveSince`; either may be null. While Meta responds to nothing, it has no statuses to send.
 */
export const mayGoAgain = (openSince: string, arriveSince: string, grace: string) =>
  `case when m.error_code = ${metaIsDown} then ${doubtIsOver("m", `${openSince}::timestamptz`, grace)}
    when ${openSince}::timestamptz is not null and ${arriveSince}::timestamptz is not null then ${doubtIsOver("m", `greatest(${openSince}::timestamptz, ${arriveSince}::timestamptz)`, grace)}
    else false end`;

/** SQL: a message has been in doubt for the longest wait. Meta's outages are waited for. */
export const waitedLongest = (message: string) =>
  `${message}.in_doubt_since < now() - interval '${longestWait}' and ${message}.error_code is distinct from ${metaIsDown}`;

/** SQL: message `m` of a number is due and may be sent now, those in doubt only with `$5`. */
const mayGo = `m.org_id = $1 and m.phone_number_id = $2 and m.due_at <= now() and m.direction = 'out' and m.id <> all($3::text[])
  and (m.state = 'queued' or m.state = 'unknown' and $5 and ${mayGoAgain("$6", "$7", "$4")})`;

// Each from the index of what is due, in its order, and no further than wanted.
const lockSinglesText = `select m.id, m.campaign_id as "campaignId", m.state from messages m where ${mayGo} and m.campaign_id is null and m.id >= $9
  order by m.due_at limit $8 for update of m skip locked`;
const lockRetriesText = `select r.id, r.campaign_id as "campaignId", r.state from unnest($8::text[], $9::int[], $10::text[], $11::text[]) as c(id, most, messages_from, messages_to)
  cross join lateral (
    select m.id, m.campaign_id, m.state from messages m where ${mayGo} and m.campaign_id = c.id and ${isInRangeOf("m", "c")}
    order by m.due_at limit c.most for update of m skip locked
  ) r`;

interface Claim {
  orgId: OrgId;
  phoneNumberId: string;
  /** How many single messages. */
  singles: number;
  /** How many rows of a campaign, by its lane. */
  retries: readonly number[];
  graceSeconds: number;
  /** False leaves rows in doubt alone. */
  doubts: boolean;
  /** Since when webhooks have been stored without interruption; null while they can't be. */
  intakeOpenSince: Date | null;
  /** Since when statuses of the number are seen to arrive; null while they are not. */
  statusesSince: Date | null;
  /** Every webhook with a smaller id is applied. */
  lowWater: number;
  /**
   * Rows in the dispatcher's memory: their claim continues without a new doubt, and no result of theirs is
   * overtaken.
   */
  held: ReadonlySet<string>;
}

/**
 * Claims due rows: single messages, retries, and rows in doubt whose grace has passed. A claimed row is
 * `unknown` until its response is known, so that a crash never sends it again before the grace time. Only
 * a status shows whether Meta has a row in doubt. Meta may be late with all of them, and repeats what it could not
 * deliver with growing gaps: the next try comes at the latest as long after a break as the row was in doubt at its
 * end. So such a row is resent only when later statuses of its number arrive and webhooks are accepted, both without
 * a break for that long and for the grace time, and none about its number is pending (docs/decisions/0006). Doubts
 * from Meta's outages are not counted.
 */
export async function claimDue(db: Database, input: Claim): Promise<Outgoing[]> {
  const { orgId, graceSeconds } = input;
  const held = [...input.held];
  if (held.length > 0)
    await db.system.query({
      name: "keep-claims",
      text: `update messages set due_at = now() + make_interval(secs => $3), in_doubt_since = now()
        where org_id = $1 and id = any($2) and id between $4 and $5 and state = 'unknown' and due_at <= now()`,
      values: [orgId, held, graceSeconds, ...spanOf(held)],
    });
  const leastId = await leastDueId(db.system);
  const claimed = await db.withSystem(async (tx) => {
    const client = clientOf(tx);
    return claimLocked(client, input, await lockDue(client, { ...input, leastId }));
  });
  // What may have been posted is not refused afterwards.
  const untried = claimed.filter(({ doubts }) => doubts === 0);
  const isCapped = await cappedOfCampaigns(db.system, orgId, untried);
  return withConsent(db.system, orgId, null, claimed, (row) => row.doubts === 0 && isCapped(row));
}

const claimNewText = `update messages m set state = 'unknown', due_at = now() + make_interval(secs => $4), in_doubt_since = now(),
    error_code = nullif(m.error_code, ${metaIsDown})
  where m.org_id = $1 and m.state = 'queued' and m.due_at <= now() and m.id >= $6 and m.id = any(array(
    select d.id from messages d where d.org_id = $1 and d.phone_number_id = $2 and d.due_at <= now() and d.direction = 'out'
      and d.campaign_id is null and d.state = 'queued' and d.id <> all($3::text[]) and d.id >= $6 order by d.due_at limit $5))
  returning ${outgoingColumns}`;

/** Claims single messages that were never sent, in one statement: nearly all are claimed so, when they have just been queued. */
export async function claimNew(
  db: Database,
  input: Pick<Claim, "orgId" | "phoneNumberId" | "held" | "graceSeconds" | "singles">,
): Promise<Outgoing[]> {
  const { orgId, phoneNumberId, held, graceSeconds, singles } = input;
  const { rows } = await db.system.query<Read>({
    name: "claim-new",
    text: claimNewText,
    values: [orgId, phoneNumberId, [...held], graceSeconds, singles, await leastDueId(db.system)],
  });
  return withConsent(db.system, orgId, null, rows.sort(byId));
}

const byId = (a: Read, b: Read) => (a.id < b.id ? -1 : 1);

interface BoundedClaim extends Claim {
  /** No single message with a smaller id is due. */
  leastId: string;
}

interface Due {
  id: string;
  campaignId: string | null;
  state: MessageState;
}

/** Rows in doubt stay, and keep no place, while webhooks about the number are pending. */
async function lockDue(client: Queryable, claim: BoundedClaim): Promise<Due[]> {
  const due = await lockRows(client, claim);
  const isDoubtful = due.some(({ state }) => state === "unknown");
  if (!isDoubtful || !(await webhooksWait(client, claim))) return due;
  return lockRows(client, { ...claim, doubts: false });
}

async function lockRows(client: Queryable, claim: BoundedClaim): Promise<Due[]> {
  const { orgId, phoneNumberId, graceSeconds, doubts, intakeOpenSince, statusesSince, held } = claim;
  const of = [orgId, phoneNumberId, [...held], graceSeconds, doubts, intakeOpenSince, statusesSince];
  const singles = await client.query<Due>({
    name: "lock-due-singles",
    text: lockSinglesText,
    values: [...of, claim.singles, claim.leastId],
  });
  const sending = (await campaignsToSend(client, orgId, phoneNumberId)).filter(({ quiet }) => !quiet);
  if (sending.length === 0) return singles.rows;
  const most = sending.map(({ lane }) => claim.retries[lane] ?? 0);
  const retries = await client.query<Due>({
    name: "lock-due-retries",
    text: lockRetriesText,
    values: [
      ...of,
      sending.map(({ campaignId }) => campaignId),
      most,
      sending.map(({ messagesFrom }) => messagesFrom),
      sending.map(({ messagesTo }) => messagesTo),
    ],
  });
  return [...singles.rows, ...retries.rows];
}

async function webhooksWait(client: Queryable, { phoneNumberId, lowWater }: Claim): Promise<boolean> {
  const { rows } = await client.query<{ wait: boolean }>({
    name: "webhooks-wait",
    text: `select ${webhooksWaitFor("$1", "$2::bigint")} as wait`,
    values: [phoneNumberId, lowWater],
  });
  return rows[0]!.wait;
}

async function claimLocked(
  client: Queryable,
  { orgId, graceSeconds }: Claim,
  due: readonly Due[],
): Promise<Read[]> {
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  const { rows } = await client.query<Read>({
    name: "claim-locked",
    text: `update messages m set state = 'unknown', due_at = now() + make_interval(secs => $3), in_doubt_since = now(),
        error_code = nullif(m.error_code, ${metaIsDown}),
        doubts = m.doubts + case when m.state = 'unknown' and m.error_code is distinct from ${metaIsDown} then 1 else 0 end
      where m.org_id = $1 and m.id = any($2::text[]) and m.id between $4 and $5 returning ${outgoingColumns}`,
    values: [orgId, ids, graceSeconds, ...spanOf(ids)],
  });
  const changes = due.flatMap(({ state, campaignId }) =>
    state === "queued" ? { campaignId, from: state, to: "unknown" as const, count: 1 } : [],
  );
  await addToCampaignTotals(client, orgId, changes);
  return rows.sort(byId);
}
