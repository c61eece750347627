import type { Queryable } from "./client.server.ts";

/**
 * Notifies listeners on `channel` when the transaction commits. PostgreSQL delivers equal notifications of
 * one transaction once.
 */
export async function notify(client: Queryable, channel: string, payload = ""): Promise<void> {
  await client.query({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, payload] });
}

export interface Notice {
  channel: string;
  payload: string;
}

/** Several in one statement, where there are any. */
export async function notifyAll(client: Queryable, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await client.query({
    name: "notify-all",
    text: "select pg_notify(n.channel, n.payload) from unnest($1::text[], $2::text[]) as n(channel, payload)",
    values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
  });
}
