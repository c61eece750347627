import type { Queryable } from "#app/db/client.server.ts";

const freshMs = 60 * 60_000;
const known = new WeakMap<Queryable, { id: Promise<string>; at: number }>();

/**
 * No single message with a smaller id is due, now or later: rows lose their due time for good, and new ones
 * have the id of their moment. A day is left for clocks that differ. So a search for what is due reads the
 * months of what waits; the months to come are empty.
 */
export function leastDueId(system: Queryable): Promise<string> {
  const at = performance.now();
  const cached = known.get(system);
  if (cached && at - cached.at < freshMs) return cached.id;
  const id = read(system);
  known.set(system, { id, at });
  id.catch(() => known.delete(system));
  return id;
}

async function read(system: Queryable): Promise<string> {
  const { rows } = await system.query<{ id: string }>({
    name: "least-due-id",
    text: `select least(min(id), message_id_at(now() - interval '1 day')) as id from messages
      where due_at is not null and campaign_id is null`,
  });
  return rows[0]!.id;
}
