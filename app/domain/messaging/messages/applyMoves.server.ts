import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import { releaseUndelivered, settleDelivered, settleReleased } from "#app/domain/money/hold.server.ts";
import { settleSingleMessages } from "#app/domain/money/singleMessages.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import type { Moved } from "./addToTotals.server.ts";

import { type Move, moveMessages } from "./move.server.ts";
import { publishReports } from "./publishReports.server.ts";
import { recordMarketingStops } from "./recordMarketingStops.server.ts";

/**
 * Applies reports on messages of one organisation: rows change state, and in the same transaction the held
 * money, marketing opt-outs, and webhook events. Delivered messages are settled, also after a failure; failed
 * or cancelled ones are released. Rows come before the ledger, which is always locked last.
 */
export async function applyMoves(
  tx: Tx,
  input: { orgId: OrgId; moves: readonly Move[]; at: Date },
): Promise<Moved[]> {
  const { orgId, moves, at } = input;
  const client = clientOf(tx);
  const moved = await moveMessages(tx, orgId, moves);
  moved.push(...(await cancelLeftovers(tx, orgId, moves, at)));
  await recordMarketingStops(tx, client, orgId, moves);
  for (const { campaignId, from, to, count } of moved) {
    const moveHold = campaignId === null ? undefined : moneyOf(from, to);
    if (campaignId !== null && moveHold) await moveHold(tx, { orgId, subjectId: campaignId, count, at });
  }
  if (moved.some(({ campaignId, from, to }) => campaignId === null && moneyOf(from, to)))
    await settleSingleMessages(tx, { orgId, messageIds: moves.map(({ id }) => id), at });
  await publishReports(tx, { orgId, messageIds: reportedIds(moves), at });
  return moved;
}

/** The messages whose states are reported to the organisation's systems. */
const reportedIds = (moves: readonly Move[]) =>
  moves
    .filter(({ state }) => state === "delivered" || state === "read" || state === "failed")
    .map(({ id }) => id);

/** What a move does to the money that is held for it. */
function moneyOf(from: MessageState, to: MessageState) {
  switch (to) {
    case "delivered":
    case "read":
      if (from === "delivered") return undefined;
      return from === "failed" ? settleReleased : settleDelivered;
    case "failed":
    case "cancelled":
      return releaseUndelivered;
    default:
      return undefined;
  }
}

/** Rows returned to the queue after their campaign was cancelled are cancelled too. */
async function cancelLeftovers(tx: Tx, orgId: OrgId, moves: readonly Move[], at: Date): Promise<Moved[]> {
  const givenBack = moves.filter((move) => move.state === "queued").map((move) => move.id);
  if (givenBack.length === 0) return [];
  const { rows } = await clientOf(tx).query<{ id: string }>({
    name: "leftovers-of-cancelled",
    text: `select m.id from messages m join campaigns c on c.org_id = $1 and c.id = m.campaign_id
      where m.org_id = $1 and m.id = any($2) and m.id between $3 and $4 and m.state = 'queued' and c.status = 'cancelled'`,
    values: [orgId, givenBack, ...spanOf(givenBack)],
  });
  return moveMessages(
    tx,
    orgId,
    rows.map(({ id }) => ({ id, state: "cancelled" as const, at })),
  );
}
