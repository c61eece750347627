import type { Queryable } from "#app/db/client.server.ts";
import {
  isQuiet,
  type Leasing,
  leasesAtMs,
  leasingColumns,
} from "#app/domain/messaging/campaigns/leasing.ts";
import { isInRangeOf } from "#app/domain/messaging/messages/idRange.ts";
import { mayGoAgain, waitedLongest, webhooksWaitFor } from "./claims.server.ts";
import { leastDueId } from "./leastDueId.server.ts";
import { isHeld, type NumberOfOrg, sessionOfHolder } from "./tenure.server.ts";

export interface NumberWithWork extends NumberOfOrg {
  /** Rows of it are due. */
  isDue: boolean;
}

/** A number with messages in doubt. */
export interface NumberInDoubt extends NumberOfOrg {
  /** The latest time at which one of them is due, in milliseconds since the epoch by the database's clock. */
  dueAtMs: number;
}

export interface Work {
  /** Numbers that have something to send or to finish, or of which a dead dispatcher left something behind. */
  numbers: NumberWithWork[];
  /** Numbers with messages in doubt that are due, whether they may be sent again or not. */
  inDoubt: NumberInDoubt[];
  /** Milliseconds until something else is due; null when nothing is known to be. */
  nextDueMs: number | null;
  /** Messages in doubt may have to end: of cancelled campaigns, or since the longest wait. */
  unknownToEnd: boolean;
}

/** SQL: message `m` is in doubt and may be sent again, by `statuses` of its number. */
const isDoubtOver = `m.state = 'unknown' and ${mayGoAgain("$1", "statuses.since", "$2")}`;

/** SQL: since when statuses of the numbers `$5` are seen to arrive. */
const statuses = "unnest($5::text[], $6::timestamptz[]) as statuses(number, since)";

const ofCampaign = `m.org_id = c.org_id and m.phone_number_id = c.phone_number_id and m.campaign_id = c.id and m.due_at is not null
  and ${isInRangeOf("m", "c")}`;
const isDueOfCampaign = `${ofCampaign} and m.due_at <= now() and m.direction = 'out'`;

const workText = `with sending as (
    select c.org_id as "orgId", c.phone_number_id as "phoneNumberId", ${leasingColumns},
      c.next_sequence > c.recipient_count and not exists (
        select 1 from campaign_totals s where s.org_id = c.org_id and s.campaign_id = c.id and s.state in ('queued', 'unknown') and s.count > 0
      ) as "isDone",
      case when exists (select 1 from messages m where ${isDueOfCampaign} and m.state = 'queued') then 'now'
        when exists (select 1 from messages m where ${isDueOfCampaign} and ${isDoubtOver}) then 'again' end as due,
      (extract(epoch from (select m.due_at from messages m where ${ofCampaign} and m.due_at <= now() and m.state = 'unknown'
        order by m.due_at desc limit 1)) * 1000)::float8 as "doubtDueMs",
      (extract(epoch from (select m.due_at from messages m where ${ofCampaign} and m.due_at > now() order by m.due_at limit 1)) * 1000)::float8 as "dueMs"
    from campaigns c left join ${statuses} on statuses.number = c.phone_number_id
    where c.status = 'sending'
  ), singles as (
    select s.org_id as "orgId", s.phone_number_id as "phoneNumberId", s."doubtDueMs",
      case when s.are_queued then 'now' when s.may_go_again then 'again' end as due from (
      select m.org_id, m.phone_number_id, bool_or(m.state = 'queued') as are_queued, bool_or(${isDoubtOver}) as may_go_again,
        (extract(epoch from max(m.due_at) filter (where m.state = 'unknown')) * 1000)::float8 as "doubtDueMs"
      from messages m left join ${statuses} on statuses.number = m.phone_number_id where m.due_at <= now() and m.campaign_id is null and m.id >= $4 and m.direction = 'out' group by 1, 2
    ) s
  ), leases as (
    select distinct c.org_id as "orgId", c.phone_number_id as "phoneNumberId"
    from send_leases l join campaigns c on c.org_id = l.org_id and c.id = l.campaign_id
  )
  select (extract(epoch from now()) * 1000)::float8 as "nowMs",
    coalesce((select json_agg(sending) from sending), '[]') as sending,
    coalesce((select json_agg(singles) from singles), '[]') as singles,
    coalesce((select json_agg(leases) from leases), '[]') as leases,
    (extract(epoch from (select m.due_at from messages m where m.due_at > now() and m.campaign_id is null and m.id >= $4 order by m.due_at limit 1)) * 1000)::float8 as "dueMs",
    case when $3 then exists (
      select 1 from messages m left join campaigns c on c.org_id = m.org_id and c.id = m.campaign_id
      where m.due_at <= now() and m.state = 'unknown' and (c.status = 'cancelled' or ${waitedLongest("m")})
    ) else false end as "unknownToEnd"`;

interface DueOfNumber extends NumberOfOrg {
  /** `again`: only messages in doubt are due, which may be sent again unless webhooks about the number are pending. */
  due: "now" | "again" | null;
  /** The latest of its messages in doubt that are due. */
  doubtDueMs: number | null;
}

interface Found {
  nowMs: number;
  /** Campaigns that are being sent. */
  sending: (DueOfNumber & Leasing & { isDone: boolean; dueMs: number | null })[];
  singles: DueOfNumber[];
  leases: NumberOfOrg[];
  dueMs: number | null;
  unknownToEnd: boolean;
}

/** What there is to send, of all organisations, in one statement: most of the time there is nothing. Webhooks lie apart from messages. */
export async function findWork(
  client: Queryable,
  input: {
    graceSeconds: number;
    /** Since when webhooks could be stored; null leaves messages in doubt out. */
    intakeOpenSince: Date | null;
    /** Since when statuses of a number are seen to arrive. */
    statusesSince: ReadonlyMap<string, Date>;
    /** Every webhook with a smaller id is applied. */
    lowWater: number;
    /** Looks for messages in doubt that end, too. */
    endsUnknown: boolean;
  },
): Promise<Work> {
  const { rows } = await client.query<Found>({
    name: "find-work",
    text: workText,
    values: [
      input.intakeOpenSince,
      input.graceSeconds,
      input.endsUnknown,
      await leastDueId(client),
      [...input.statusesSince.keys()],
      [...input.statusesSince.values()],
    ],
  });
  const found = rows[0]!;
  const again = [...found.sending, ...found.singles].filter(({ due }) => due === "again");
  return workOf(found, await numbersWaiting(client, again, input.lowWater));
}

/** Those of the numbers about which webhooks are pending. */
export async function numbersWaiting(
  client: Queryable,
  numbers: readonly { phoneNumberId: string }[],
  lowWater: number,
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await client.query<{ number: string }>({
    name: "numbers-waiting",
    text: `select k.number from unnest($1::text[]) as k(number) where ${webhooksWaitFor("k.number", "$2::bigint")}`,
    values: [numbers.map(({ phoneNumberId }) => phoneNumberId), lowWater],
  });
  return new Set(rows.map(({ number }) => number));
}

/** A campaign of which everything is leased, or waits for statuses or the end of quiet hours, is no work. */
function workOf(
  { nowMs, singles, leases, unknownToEnd, ...found }: Found,
  waiting: ReadonlySet<string>,
): Work {
  const isDue = ({ due, phoneNumberId }: DueOfNumber) =>
    due === "now" || (due === "again" && !waiting.has(phoneNumberId));
  // Times of a campaign are compared with the clock of its own server.
  const sending = found.sending
    .filter((campaign) => !isQuiet(campaign) || campaign.nextSequence > campaign.recipientCount)
    .map((campaign) => ({
      ...campaign,
      isDue: isDue(campaign),
      dueInMs: (campaign.dueMs ?? Number.POSITIVE_INFINITY) - campaign.nowMs,
      leasesInMs: (leasesAtMs(campaign) ?? Number.POSITIVE_INFINITY) - campaign.nowMs,
    }));
  const withWork = [
    ...sending.filter((campaign) => campaign.isDue || campaign.isDone || campaign.leasesInMs <= 0),
    ...singles.filter(isDue).map((number) => ({ ...number, isDue: true })),
    ...leases.map((number) => ({ ...number, isDue: false })),
  ];
  const numbers = new Map<string, NumberWithWork>();
  for (const { orgId, phoneNumberId, isDue } of withWork) {
    const key = `${orgId} ${phoneNumberId}`;
    numbers.set(key, { orgId, phoneNumberId, isDue: isDue || (numbers.get(key)?.isDue ?? false) });
  }
  const later = [
    ...sending.map(({ dueInMs }) => dueInMs),
    ...sending.map(({ leasesInMs }) => leasesInMs).filter((ms) => ms > 0),
    (found.dueMs ?? Number.POSITIVE_INFINITY) - nowMs,
  ];
  const nextDueMs = later.reduce((first, ms) => Math.min(first, ms), Number.POSITIVE_INFINITY);
  return {
    numbers: [...numbers.values()],
    inDoubt: inDoubtOf([...sending, ...singles]),
    nextDueMs: Number.isFinite(nextDueMs) ? nextDueMs : null,
    unknownToEnd,
  };
}

/** Each number once, with its latest message in doubt. */
function inDoubtOf(due: readonly DueOfNumber[]): NumberInDoubt[] {
  const found = new Map<string, NumberInDoubt>();
  for (const { orgId, phoneNumberId, doubtDueMs } of due) {
    const before = found.get(phoneNumberId);
    if (doubtDueMs !== null && doubtDueMs > (before?.dueAtMs ?? 0))
      found.set(phoneNumberId, { orgId, phoneNumberId, dueAtMs: doubtDueMs });
  }
  return [...found.values()];
}

/** Numbers with a sender, and the session of its process. */
export async function numbersHeld(client: Queryable): Promise<Map<string, string>> {
  const { rows } = await client.query<{ phoneNumberId: string; session: string }>({
    name: "numbers-held",
    text: `select phone_number_id as "phoneNumberId", ${sessionOfHolder} as session from dispatchers where ${isHeld}`,
  });
  return new Map(rows.map(({ phoneNumberId, session }) => [phoneNumberId, session]));
}
