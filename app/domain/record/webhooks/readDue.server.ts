import type { Services } from "#app/platform/context.ts";
import { publicData } from "./publicData.ts";
import type { Endpoint } from "./secrets.server.ts";

/** A delivery that is due, with what is sent and where to. */
export interface DueDelivery {
  id: string;
  endpointId: string;
  orgId: Endpoint["orgId"];
  /** How often it was tried before. */
  attempts: number;
  eventId: string;
  body: string;
  url: string;
  secretEncrypted: string;
  previousSecretEncrypted: string | null;
  previousSecretUntil: Date | null;
  maxInFlight: number;
  /** Nothing but failures came before. */
  isFailing: boolean;
}

/** An endpoint that this process holds, and for how many deliveries it has room. */
export interface Wanted {
  orgId: Endpoint["orgId"];
  id: string;
  room: number;
}

interface Row extends Omit<DueDelivery, "body"> {
  type: string;
  data: string;
  occurredAt: Date;
}

// New deliveries are due at `epoch`; retries and replays at their time. They are read in turns, so that neither waits for
// a backlog of the other. Each limit stops the scan of the index, and each row is found by its keys in any plan.
export const readText = `
select n.id, e.id as "endpointId", e.org_id as "orgId", n.attempts, v.id as "eventId", v.type, v.data::text as data,
  v.occurred_at as "occurredAt", e.url, e.secret_encrypted as "secretEncrypted",
  e.previous_secret_encrypted as "previousSecretEncrypted", e.previous_secret_until as "previousSecretUntil",
  e.max_in_flight as "maxInFlight", e.failing_since is not null as "isFailing"
from unnest($3::text[], $4::int[]) as w(id, room)
cross join lateral (
  select * from webhook_endpoints e where e.org_id = $2 and e.id = w.id and e.is_on and e.held_by = $5 limit 1
) e
cross join lateral (
  select * from (
    (select d.id, d.event_id, d.attempts, row_number() over (order by d.id) as turn
      from webhook_deliveries d
      where d.org_id = $2 and d.endpoint_id = w.id and d.due_at = 'epoch' and d.id <> all($6::text[])
      order by d.id limit w.room)
    union all
    (select d.id, d.event_id, d.attempts, row_number() over (order by d.due_at, d.id) as turn
      from webhook_deliveries d
      where d.org_id = $2 and d.endpoint_id = w.id and d.due_at > 'epoch' and d.due_at <= $1
        and d.id <> all($6::text[])
      order by d.due_at, d.id limit w.room)
  ) both_kinds order by turn limit w.room
) n
cross join lateral (
  select * from outgoing_events v where v.org_id = $2 and v.id = n.event_id limit 1
) v
limit $7`;

interface Limits {
  except: readonly string[];
  atMost: number;
}

/** Reads due deliveries of endpoints that `holder` holds, except those it is working on. */
export async function readDue(
  services: Pick<Services, "db" | "clock" | "config">,
  holder: string,
  wanted: readonly Wanted[],
  { except, atMost }: Limits,
): Promise<DueDelivery[]> {
  const rows: Row[] = [];
  for (const own of Map.groupBy(await withDue(services, wanted, except), ({ orgId }) => orgId).values())
    if (rows.length < atMost)
      rows.push(...(await readOwn(services, holder, own, { except, atMost: atMost - rows.length })));
  // Endpoints of an organisation often want the same event.
  const bodies = new Map<string, string>();
  return rows.map(({ type, data, occurredAt, ...delivery }) => {
    const body = bodies.get(delivery.eventId) ?? bodyOf(services.config.appUrl, { type, data, occurredAt });
    bodies.set(delivery.eventId, body);
    return { ...delivery, body };
  });
}

export const withDueText = `
select e.id from webhook_endpoints e where e.id = any($2::text[]) and (select true from webhook_deliveries d
  where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at <= $1 and d.id <> all($3::text[]) order by d.due_at limit 1)`;

/** The endpoints with due deliveries, so that those without cost no statement of their organisation. */
async function withDue(
  { db, clock }: Pick<Services, "db" | "clock">,
  wanted: readonly Wanted[],
  except: readonly string[],
): Promise<readonly Wanted[]> {
  if (wanted.every(({ orgId }) => orgId === wanted[0]!.orgId)) return wanted;
  const { rows } = await db.system.query<{ id: string }>({
    name: "endpoints-with-due",
    text: withDueText,
    values: [clock.now(), wanted.map(({ id }) => id), except],
  });
  const found = new Set(rows.map(({ id }) => id));
  return wanted.filter(({ id }) => found.has(id));
}

/** Those of one organisation. */
async function readOwn(
  { db, clock }: Pick<Services, "db" | "clock">,
  holder: string,
  wanted: readonly Wanted[],
  { except, atMost }: Limits,
): Promise<Row[]> {
  const { rows } = await db.system.query<Row>({
    name: "read-deliveries",
    text: readText,
    values: [
      clock.now(),
      wanted[0]?.orgId,
      wanted.map(({ id }) => id),
      wanted.map(({ room }) => room),
      ...[holder, except, atMost],
    ],
  });
  return rows;
}

const bodyOf = (appUrl: string, event: Pick<Row, "type" | "data" | "occurredAt">): string =>
  JSON.stringify({
    type: event.type,
    timestamp: event.occurredAt.toISOString(),
    data: publicData(appUrl, JSON.parse(event.data)),
  });
