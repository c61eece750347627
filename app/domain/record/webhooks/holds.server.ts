import { clientOf } from "#app/db/client.server.ts";
import { takeDue } from "#app/db/takeDue.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { Endpoint } from "./secrets.server.ts";

type Ground = Pick<Services, "db" | "clock" | "log">;

/** An endpoint that this process holds: no other process delivers to it until then. */
export interface HeldEndpoint {
  orgId: Endpoint["orgId"];
  id: string;
  maxInFlight: number;
  heldUntil: Date;
}

/** How long an endpoint is held without a renewal; after a crash, another process delivers to it after this time. */
export const holdMs = 30_000;
/** A hold that ends within this time is renewed. */
export const renewMs = 20_000;
/** In one statement at most, so that processes that are woken together share the endpoints. */
export const maxHeldAtOnce = 100;

// Deliveries are written once, with their result. What is in flight is known to the process that holds their endpoint.
// Locked endpoints are skipped; nextDeliveryAt says when they are due.
export const isToHold = `t.is_on and (
    (t.held_by = $2 and t.held_until < $3) or ($4::boolean and (t.held_until is null or t.held_until <= $1)))
  and (select true from webhook_deliveries d
    where d.org_id = t.org_id and d.endpoint_id = t.id and d.due_at <= $1 order by d.due_at limit 1)`;

/**
 * Renews this process's holds that end soon and whose endpoints have due deliveries, and, where it has room, holds further
 * endpoints that have some and that no other process holds.
 */
export function holdEndpoints(services: Ground, holder: string, hasRoom: boolean): Promise<HeldEndpoint[]> {
  const now = services.clock.now();
  const due = {
    ...{ name: "endpoints", table: "webhook_endpoints", isDue: isToHold },
    ...{ values: [now, holder, new Date(now.getTime() + renewMs), hasRoom], order: "t.held_until, t.id" },
  };
  const until = new Date(now.getTime() + holdMs);
  return takeDue(services, due, maxHeldAtOnce, async (tx, orgId, ids) => {
    const { rows } = await clientOf(tx).query<HeldEndpoint>({
      name: "hold-endpoints",
      text: `update webhook_endpoints set held_by = $3, held_until = $4 where org_id = $1 and id = any($2::text[])
        returning org_id as "orgId", id, max_in_flight as "maxInFlight", held_until as "heldUntil"`,
      values: [orgId, ids, holder, until],
    });
    return rows;
  });
}

/** Lets other processes deliver to the endpoints that this one holds. */
export async function releaseEndpoints({ db }: Pick<Ground, "db">, holder: string): Promise<void> {
  await db.system.query({
    name: "release-endpoints",
    text: "update webhook_endpoints set held_by = null, held_until = null where held_by = $1",
    values: [holder],
  });
}

// Due deliveries of an endpoint in $3 are in memory or are read as soon as it has room; of another process's endpoint
// they are due when its hold ends.
const nextText = `
select min(case
    when e.held_by <> $2 and e.held_until > $1 then greatest(e.held_until, first.due_at)
    when e.id <> all($3::text[]) then first.due_at
    else (select d.due_at from webhook_deliveries d
      where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at > $1 order by d.due_at limit 1)
  end) as "dueAt"
from webhook_endpoints e cross join lateral (
  select d.due_at from webhook_deliveries d
  where d.org_id = e.org_id and d.endpoint_id = e.id and d.due_at is not null order by d.due_at limit 1
) first
where e.is_on`;

/**
 * When this process can read deliveries again; null when none is pending. `busy` are the endpoints that it
 * is delivering to. In the past when a due one's endpoint is locked.
 */
export async function nextDeliveryAt(
  { db, clock }: Ground,
  holder: string,
  busy: readonly string[],
): Promise<Date | null> {
  const { rows } = await db.system.query<{ dueAt: Date | null }>({
    name: "next-delivery",
    text: nextText,
    values: [clock.now(), holder, busy],
  });
  return rows[0]?.dueAt ?? null;
}
