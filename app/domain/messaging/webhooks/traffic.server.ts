import { clientOf, type Tx } from "#app/db/client.server.ts";

/**
 * Records when webhooks about accounts arrived, at most once a minute each; one that another process works on
 * is skipped.
 */
export async function recordTraffic(
  tx: Tx,
  wabaIds: readonly string[],
  column: "last_webhook_at" | "last_webhook_error_at",
): Promise<void> {
  await clientOf(tx).query({
    name: `note-${column}`,
    text: `update whatsapp_accounts a set ${column} = now() from (
        select org_id, id from whatsapp_accounts
        where waba_id = any($1) and (${column} is null or ${column} < now() - interval '1 minute')
        for no key update skip locked
      ) due where a.org_id = due.org_id and a.id = due.id`,
    values: [[...new Set(wabaIds)]],
  });
}
