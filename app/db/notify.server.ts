import type { Queryable } from "./client.server.ts";

/**
 * Notifies listeners on `channel` when the transaction commits. PostgreSQL delivers equal notifications of
 * one transaction once.
 */
export async function notify(client: Queryable, channel: string, payload = ""): Promise<void> {
  await client.query({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, payload] });
}
