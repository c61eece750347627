import { queryRows, type Tx } from "#app/db/client.server.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";

interface Found {
  total: number;
  orgIds: string[] | null;
  ids: string[] | null;
}

/**
 * One page of matches, newest first, and their number, in one query: an expensive search runs once. `text`
 * selects `org_id`, `id` and `at`.
 */
export async function findPage(
  tx: Tx,
  wanted: number,
  { text, values }: { text: string; values: unknown[] },
): Promise<{ keys: [orgIds: string[], ids: string[]]; total: number; page: number; pages: number }> {
  const from = `$${values.length + 1}::int`;
  const through = `${from} + ${pageSize - 1}`;
  const load = async (page: number) => {
    const rows = await queryRows<Found>(
      tx,
      `with found as materialized (${text})
        select count(*)::int as total, (array_agg(org_id order by at desc, id desc))[${from}:${through}] as "orgIds",
          (array_agg(id order by at desc, id desc))[${from}:${through}] as ids from found`,
      [...values, (page - 1) * pageSize + 1],
    );
    return rows[0]!;
  };
  const first = await load(wanted);
  const { page, pages } = pageOf(first.total, wanted);
  const found = page === wanted ? first : await load(page);
  return { keys: [found.orgIds ?? [], found.ids ?? []], total: first.total, page, pages };
}
