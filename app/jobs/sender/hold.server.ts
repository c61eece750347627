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
 * How long webhooks could not be taken before this process began: the time since the last sign of life of any process
 * that takes them, in seconds, 0 while one lives. Meta retries with growing gaps, so a status that was lost meanwhile
 * may come as late again as the outage was long.
 */
export async function outageSeconds(client: Queryable, processId: string): Promise<number> {
  const { rows } = await client.query<{ outage: number | null }>({
    text: `select extract(epoch from me.started_at - max(other.seen_at))::float as outage
      from heartbeats me join heartbeats other on other.process_id <> me.process_id and other.roles like '%api%'
      where me.process_id = $1 group by me.started_at`,
    values: [processId],
  });
  return Math.max(0, rows[0]?.outage ?? 0);
}

export const beat = (client: Queryable, processId: string, roles: string) =>
  client.query({
    name: "beat",
    text: `insert into heartbeats (process_id, roles, started_at, seen_at) values ($1, $2, now(), now())
      on conflict (process_id) do update set seen_at = now()`,
    values: [processId, roles],
  });
