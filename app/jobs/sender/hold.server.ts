import type { Queryable } from "#app/domain/messages/move.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** How long a dispatcher's right to a phone number lasts without renewal. */
export const holdSeconds = 15;

/**
 * Takes or renews the right to send from a phone number; one process has it at a time.
 * Null when another process holds it. `fence` grows whenever the holder changes.
 */
export async function takeHold(
  client: Queryable,
  input: { orgId: OrgId; phoneNumberId: string; holder: string },
): Promise<{ fence: number } | null> {
  const { rows } = await client.query<{ fence: number }>({
    name: "take-hold",
    text: `insert into dispatchers (phone_number_id, org_id, holder, fence, expires_at)
      values ($1, $2, $3, 1, now() + make_interval(secs => $4))
      on conflict (phone_number_id) do update set
        org_id = excluded.org_id, holder = excluded.holder, expires_at = excluded.expires_at,
        fence = dispatchers.fence + case when dispatchers.holder = excluded.holder then 0 else 1 end
      where dispatchers.holder = excluded.holder or dispatchers.expires_at < now()
      returning fence`,
    values: [input.phoneNumberId, input.orgId, input.holder, holdSeconds],
  });
  return rows[0] ?? null;
}

export const releaseHold = (client: Queryable, input: { phoneNumberId: string; holder: string }) =>
  client.query({
    name: "release-hold",
    text: "update dispatchers set expires_at = now() - interval '1 second' where phone_number_id = $1 and holder = $2",
    values: [input.phoneNumberId, input.holder],
  });

/**
 * Since when webhooks could be taken without a break, by any process that takes them; null while none lives. A restart
 * is a break; a process that starts before the one before it ends is not.
 */
export async function doorOpenSince(client: Queryable): Promise<Date | null> {
  const { rows } = await client.query<{ startedAt: Date; seenAt: Date; alive: boolean }>({
    name: "door-open-since",
    text: `select started_at as "startedAt", seen_at as "seenAt", seen_at > now() - make_interval(secs => $1) as alive
      from heartbeats where roles like '%api%' and seen_at > now() - interval '7 days' order by started_at desc limit 1000`,
    values: [aliveSeconds],
  });
  let since: Date | null = null;
  for (const { startedAt, alive } of rows) if (alive && (!since || startedAt < since)) since = startedAt;
  // Newest first: each earlier one may only overlap what is covered so far.
  for (const { startedAt, seenAt } of rows)
    if (since && startedAt < since && seenAt >= since) since = startedAt;
  return since;
}

/** A process that has not been seen for so long is dead: three times the interval of the heartbeat. */
const aliveSeconds = 6;

export const beat = (client: Queryable, processId: string, roles: string) =>
  client.query({
    name: "beat",
    text: `insert into heartbeats (process_id, roles, started_at, seen_at) values ($1, $2, now(), now())
      on conflict (process_id) do update set seen_at = now()`,
    values: [processId, roles],
  });
