import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** True the first time that an event with this key is applied; the claim commits with the event's effects. */
export const claimOnce = async (tx: Tx, orgId: OrgId, key: string): Promise<boolean> =>
  (await claimKeys(tx, orgId, [key])).has(key);

/** The keys that are applied for the first time, each once. */
export async function claimKeys(tx: Tx, orgId: OrgId, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await clientOf(tx).query<{ key: string }>({
    name: "claim-keys",
    // In one order, so that concurrent claims of the same keys do not deadlock.
    text: `insert into applied_events (org_id, key) select distinct $1, key from unnest($2::text[]) as t(key) order by key
      on conflict do nothing returning key`,
    values: [orgId, keys],
  });
  return new Set(rows.map(({ key }) => key));
}
