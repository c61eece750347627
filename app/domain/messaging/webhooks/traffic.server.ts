import { clientOf, type Tx } from "#app/db/client.server.ts";

/** SQL: no webhook about the account was recorded in the last minute. */
export const isQuiet = (column: string) => `(${column} is null or ${column} < now() - interval '1 minute')`;

/**
 * Records when webhooks about accounts arrived, at most once a minute each; one that another process works on
 * is skipped.
 */
export async function recordTraffic(
  tx: Tx,
  wabaIds: readonly string[],
  column: "last_webhook_at" | "last_webhook_error_at",
): Promise<void> {
  const client = clientOf(tx);
  const { rows: due } = await client.query<{ orgId: string; id: string }>({
    name: `lock-${column}`,
    text: `select org_id as "orgId", id from whatsapp_accounts
      where waba_id = any($1) and ${isQuiet(column)}
      order by id for no key update skip locked`,
    values: [[...new Set(wabaIds)]],
  });
  if (due.length === 0) return;
  await client.query({
    name: `note-${column}`,
    text: `update whatsapp_accounts set ${column} = now() where org_id = any($1) and id = any($2)`,
    values: [due.map(({ orgId }) => orgId), due.map(({ id }) => id)],
  });
}
