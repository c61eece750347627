import type { Tx } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging.ts";
import { releaseUndelivered, settleDelivered } from "#app/domain/ledger/hold.server.ts";
import { settleSingleMessages } from "#app/domain/ledger/singleMessages.server.ts";
import { readMetaError } from "#app/domain/messages/metaError.ts";
import { type Move, moveMessages, type Queryable } from "#app/domain/messages/move.server.ts";
import { noteMarketingStops } from "#app/domain/messages/noteMarketingStops.server.ts";
import { laterOf } from "#app/domain/messages/states.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import { type Status, timeOf } from "./events.ts";
import { pauseBlocked } from "./pauseBlocked.server.ts";

/** `played` is the first play of a voice message: it was read. */
const stateOf: Record<string, MessageState> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  played: "read",
  failed: "failed",
};

/**
 * Applies the statuses of one organisation, in any order and however often they come. Our own id comes back in
 * `biz_opaque_callback_data`; a status without it is found by `wamid`; one of another app's message is left out.
 * Money moves with the rows: delivered is settled, failed is released; a campaign that cannot go on is paused.
 * Answers how many statuses were known.
 */
export async function applyStatuses(
  tx: Tx,
  client: Queryable,
  orgId: OrgId,
  statuses: readonly Status[],
): Promise<{ known: number }> {
  const byId = await ownIds(client, orgId, statuses);
  const newest = new Map<string, Move>();
  let known = 0;
  for (const status of statuses) {
    const state = stateOf[status.status ?? ""];
    const id = status.id ? byId.get(status.id) : undefined;
    if (!state || !id) continue;
    known += 1;
    const error = readMetaError(status.errors?.[0]);
    const move: Move = {
      id,
      state,
      at: timeOf(status.timestamp),
      ...(status.id ? { wamid: status.id } : {}),
      ...(error ? { errorCode: error.code, errorDetail: error.detail } : {}),
    };
    const before = newest.get(id);
    if (!before || laterOf(before.state, state) === state) newest.set(id, move);
  }
  const moves = [...newest.values()];
  await pauseBlocked(tx, client, orgId, moves);
  const moved = await moveMessages(client, orgId, moves);
  await noteMarketingStops(tx, client, orgId, moves);
  for (const { campaignId, from, to, count } of moved) {
    if (campaignId === null) continue;
    const change = { orgId, campaignId, count, reference: newId("evt") };
    if ((to === "delivered" || to === "read") && from !== "delivered" && from !== "failed")
      await settleDelivered(tx, change);
    if (to === "failed") await releaseUndelivered(tx, change);
  }
  if (moved.some(({ campaignId }) => campaignId === null))
    await settleSingleMessages(tx, { orgId, messageIds: moves.map(({ id }) => id) });
  return { known };
}

/**
 * From `wamid` to our id, for rows of this organisation only. Without our id in it, a status is looked up among what
 * its recipient was sent.
 */
async function ownIds(
  client: Queryable,
  orgId: OrgId,
  statuses: readonly Status[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const nameless: { wamid: string; phone: string }[] = [];
  for (const { id, biz_opaque_callback_data: own, recipient_id: recipient } of statuses) {
    if (!id) continue;
    if (own?.startsWith("msg_")) found.set(id, own);
    else if (recipient) nameless.push({ wamid: id, phone: `+${recipient}` });
  }
  if (nameless.length > 0) {
    const { rows } = await client.query<{ id: string; wamid: string }>({
      name: "ids-by-recipient",
      text: `select m.id, m.wamid from unnest($2::text[], $3::text[]) as t(wamid, phone)
        join contacts c on c.org_id = $1 and c.phone = t.phone
        join messages m on m.org_id = $1 and m.contact_id = c.id and m.wamid = t.wamid and m.direction = 'out'`,
      values: [orgId, nameless.map(({ wamid }) => wamid), nameless.map(({ phone }) => phone)],
    });
    for (const { id, wamid } of rows) found.set(wamid, id);
  }
  return found;
}
