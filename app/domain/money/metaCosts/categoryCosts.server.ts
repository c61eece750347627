import { clientOf, type Tx } from "#app/db/client.server.ts";
import { dayOf } from "#app/platform/calendar.ts";
import { priced } from "./priced.ts";

const categories = ["MARKETING", "UTILITY", "AUTHENTICATION"] as const;

/** What Meta takes for a delivered message to a Kenyan number on the day of `at`, by category, in KES cents; none where its list has no rate. */
export async function categoryCosts(
  tx: Tx,
  at: Date,
): Promise<Partial<Record<(typeof categories)[number], number>>> {
  const { rows } = await clientOf(tx).query<{ category: string; cents: string | null }>({
    text: `select category, cost_cents as cents from ${priced(
      "select $1::date as day, '+254' as prefix, c as category, 1 as billable from unnest($2::text[]) c",
    )} r`,
    values: [dayOf(at), categories.map((category) => category.toLowerCase())],
  });
  return Object.fromEntries(
    rows.flatMap(({ category, cents }) => (cents === null ? [] : [[category.toUpperCase(), Number(cents)]])),
  );
}
