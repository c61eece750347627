import type { OrgId } from "#app/platform/ids.ts";
import { clientOf, type Queryable, type Tx } from "./client.server.ts";
import { addNotice, type Notice, takeNotices } from "./notices.server.ts";

/** What open pages follow. */
export type ChangeKind = "campaigns" | "conversations" | "messages" | "notifications" | "payments";

/** Notified with an organisation and the kind of what changed there. */
export const changesChannel = "tarishi_changes";

export const changeOf = (orgId: OrgId, kind: ChangeKind): Notice => ({
  channel: changesChannel,
  payload: `${orgId} ${kind}`,
});

/**
 * Notifies listeners on a channel when the transaction commits, equal notices once. They are sent with the commit and cost no
 * statement of their own. @throws Error outside of a transaction
 */
export const notify = (tx: Tx, channel: string, payload = ""): void =>
  addNotice(clientOf(tx), { channel, payload });

/** Notifies the organisation's open pages of what this transaction changes, when it commits. */
export function notifyPages(tx: Tx, orgId: OrgId, ...kinds: readonly ChangeKind[]): void {
  for (const kind of kinds) addNotice(clientOf(tx), changeOf(orgId, kind));
}

/** The notices so far, for a hot path that notifies after its commit instead. */
export const noticesOf = (tx: Tx): Notice[] => takeNotices(clientOf(tx));

/** Notifies at once, without a transaction. */
export async function notifyAll(client: Queryable, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  await client.query({
    name: "notify-all",
    text: "select pg_notify(n.channel, n.payload) from unnest($1::text[], $2::text[]) as n(channel, payload)",
    values: [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)],
  });
}
