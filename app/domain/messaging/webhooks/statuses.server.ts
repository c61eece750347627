import { clientOf, type Queryable, type Tx } from "#app/db/client.server.ts";
import { planAsUsual } from "#app/db/planOnce.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { learnUserIds } from "#app/domain/contacts/learnUserIds.server.ts";
import { phoneOf, type WhatsappIdentity } from "#app/domain/contacts/whatsappIdentity.ts";
import { applyMoves } from "#app/domain/messaging/messages/applyMoves.server.ts";
import { readMetaError } from "#app/domain/messaging/messages/metaError.ts";
import type { Move } from "#app/domain/messaging/messages/move.server.ts";
import { laterOf } from "#app/domain/messaging/messages/states.ts";
import { type Status, timeOf } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
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
 * Applies the statuses of one organisation, in any order and however often they come. Our own id comes back
 * in `biz_opaque_callback_data`; a status without it is found by `wamid`; one of another app's message is
 * left out. Money moves with the rows; a campaign that cannot continue is paused. `people`: named by Meta
 * with them; their user ids are stored for the numbers. Returns how many statuses were known.
 */
export async function applyStatuses(
  tx: Tx,
  services: Pick<Services, "clock" | "jobs">,
  orgId: OrgId,
  statuses: readonly Status[],
  people: readonly WhatsappIdentity[] = [],
): Promise<{ known: number }> {
  const recipients = statuses.map((status) => ({
    waId: status.recipient_id,
    bsuid: status.recipient_user_id,
  }));
  const now = services.clock.now();
  await planAsUsual(tx);
  await learnUserIds(tx, services, orgId, [...people, ...recipients]);
  const byId = await ownIds(clientOf(tx), orgId, statuses);
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
      at: timeOf(status.timestamp, now),
      ...(status.id ? { wamid: status.id } : {}),
      ...(error ? { errorCode: error.code, errorDetail: error.detail } : {}),
    };
    const before = newest.get(id);
    const price = priceOf(status) ?? before?.price;
    const last = !before || laterOf(before.state, state) === state ? move : before;
    newest.set(id, price ? { ...last, price } : last);
  }
  const moves = [...newest.values()];
  await pauseBlocked(tx, orgId, moves, now);
  await applyMoves(tx, { orgId, moves, at: now, isLast: true });
  return { known };
}

/** What Meta says of the price; words of its own that we do not know stay as they are. */
function priceOf({ pricing }: Status): Move["price"] {
  const { category, type } = pricing ?? {};
  if (typeof category !== "string" || typeof type !== "string") return undefined;
  const isWord = (text: string) => /^[a-z_]{1,40}$/.test(text);
  return isWord(category) && isWord(type) ? { category, type } : undefined;
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
    const phone = phoneOf(recipient);
    if (own?.startsWith("msg_")) found.set(id, own);
    else if (phone) nameless.push({ wamid: id, phone });
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
