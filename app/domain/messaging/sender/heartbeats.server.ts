import type { Queryable } from "#app/db/client.server.ts";

/** After this long without a heartbeat a process is dead or frozen: three times the interval. */
export const aliveSeconds = 6;

/**
 * Stores that a process is alive. Its start time is reset when it could not store webhooks: after a longer
 * silence, and when webhooks were `refused` since the last beat, as with a full disk, on which this update
 * still succeeds.
 */
export const beat = (
  client: Queryable,
  { processId, roles, refused }: { processId: string; roles: string; refused: boolean },
) =>
  client.query({
    name: "beat",
    text: `insert into heartbeats (process_id, roles, started_at, seen_at) values ($1, $2, now(), now())
      on conflict (process_id) do update set seen_at = now(),
        started_at = case when $4 or heartbeats.seen_at < now() - make_interval(secs => $3) then now() else heartbeats.started_at end`,
    values: [processId, roles, aliveSeconds, refused],
  });

/**
 * Since when webhooks could be stored without interruption, by any process with the API role; null while none
 * is alive. A restart is an interruption; an overlapping start of the next process is not.
 */
export async function intakeOpenSince(client: Queryable): Promise<Date | null> {
  const { rows } = await client.query<{ startedAt: Date; seenAt: Date; alive: boolean }>({
    name: "intake-open-since",
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
