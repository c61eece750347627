import type { Queryable } from "#app/db/client.server.ts";

/** Takes webhooks out of those that wait, once they are applied, or given up with an error. */
export const settle = (client: Queryable, ids: readonly number[], error: string | null = null) =>
  client.query({
    name: "settle-webhooks",
    text: `with settled as (delete from webhook_events where id = any($1) returning *)
      insert into processed_webhooks (id, source, account_key, is_status, body, received_at, processed_at, error)
      select id, source, account_key, is_status, body, received_at, now(), $2::text from settled`,
    values: [ids, error],
  });
