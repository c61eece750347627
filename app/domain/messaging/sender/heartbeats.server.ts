import type { Queryable } from "#app/db/client.server.ts";

/** After this long without a heartbeat a process is dead or frozen: three times the interval. */
export const aliveSeconds = 6;

/**
 * Stores that a process can store webhooks. Its start time is reset when it could not: after a longer silence, and when
 * webhooks were `refused` since the last beat, as with a full disk, on which this update still succeeds. Processes that
 * send are known by their database sessions instead (lifeline.server.ts). A session leaves no trace when it ends; here the
 * end of a killed process must be known for as long as Meta may repeat what it had received.
 */
export const beat = (client: Queryable, { processId, refused }: { processId: string; refused: boolean }) =>
  client.query({
    name: "beat",
    text: `insert into heartbeats (process_id, roles, started_at, seen_at) values ($1, 'api', now(), now())
      on conflict (process_id) do update set seen_at = now(),
        started_at = case when $3 or heartbeats.seen_at < now() - make_interval(secs => $2) then now() else heartbeats.started_at end`,
    values: [processId, aliveSeconds, refused],
  });

/** A process that has answered every webhook ends without a trace. */
export const endHeartbeat = (client: Queryable, processId: string) =>
  client.query({
    name: "end-heartbeat",
    text: "delete from heartbeats where process_id = $1",
    values: [processId],
  });

/**
 * Since when webhooks could be stored without interruption, by any process; null while none is alive. The end of a killed
 * or frozen process is an interruption, also while others live: Meta repeats what it had received.
 */
export async function intakeOpenSince(client: Queryable): Promise<Date | null> {
  const { rows } = await client.query<{ since: Date | null }>({
    name: "intake-open-since",
    text: `select greatest(min(started_at) filter (where is_alive), case when bool_or(is_alive) then max(seen_at) filter (where not is_alive) end) as since
      from (select started_at, seen_at, seen_at > now() - make_interval(secs => $1) as is_alive
        from heartbeats where roles like '%api%') h`,
    values: [aliveSeconds],
  });
  return rows[0]!.since;
}
