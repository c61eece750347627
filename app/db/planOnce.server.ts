import { atEnd, clientOf, type Tx } from "./client.server.ts";

const underWay = new WeakSet<object>();

/**
 * SQL: one plan for all batches of a connection. A plan made for the values at hand would scan the table while it is small, and
 * making it would cost as much as the work. It must still be good when the table has grown, so nothing in it hangs on how
 * many rows PostgreSQL believes there are: rows are found by `= any` of their keys, in the months of the least and the
 * greatest, and joined without nested loops.
 */
export const planOnceText =
  "select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_nestloop', 'off', true)";

/** Statements of this transaction get one plan for all values, until `planAsUsual`. */
export async function planOnce(tx: Tx): Promise<void> {
  const client = clientOf(tx);
  if (underWay.has(client)) return;
  underWay.add(client);
  atEnd(tx, () => underWay.delete(client));
  await client.query({ name: "plan-once", text: planOnceText });
}

/**
 * Before statements that are planned for the values at hand. Also before the ledger's functions, which a cluster runs on the
 * organisation's server only when it plans them for it.
 */
export async function planAsUsual(tx: Tx): Promise<void> {
  const client = clientOf(tx);
  if (!underWay.delete(client)) return;
  await client.query({
    name: "plan-as-usual",
    text: "select set_config('plan_cache_mode', 'auto', true), set_config('enable_nestloop', 'on', true)",
  });
}
