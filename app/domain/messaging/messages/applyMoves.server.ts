import { clientOf, type Tx } from "#app/db/client.server.ts";
import { planAsUsual } from "#app/db/planOnce.server.ts";
import { markLate } from "#app/domain/messaging/sms/follow.server.ts";
import { hurrySms } from "#app/domain/messaging/sms/hurry.server.ts";
import { releaseUndelivered, settleDelivered, settleReleased } from "#app/domain/money/hold.server.ts";
import { settleSingleMessages } from "#app/domain/money/singleMessages.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import type { Moved } from "./addToTotals.server.ts";

import { type Move, moveMessages, moveWithOnePlan } from "./move.server.ts";
import { publishReports } from "./publishReports.server.ts";
import { recordMarketingStops } from "./recordMarketingStops.server.ts";

interface Reports {
  orgId: OrgId;
  moves: readonly Move[];
  at: Date;
  /** Nothing that needs plans for its values follows in the transaction. */
  isLast?: boolean;
}

/**
 * Applies reports on messages of one organisation: rows change state, and in the same transaction the held
 * money, marketing opt-outs, and webhook events. Delivered messages are settled, also after a failure; failed
 * or cancelled ones are released; the SMS of a failed one is sent now, and decides about its money. Rows come before
 * the ledger, which is always locked last.
 */
export async function applyMoves(tx: Tx, input: Reports): Promise<Moved[]> {
  const { orgId, moves, at } = input;
  const { moved, hasEndpoints } = await moveWithOnePlan(tx, orgId, moves);
  const reported = hasEndpoints ? reportedIds(moves) : [];
  // Most reports are followed by nothing.
  const ends = reported.length === 0 && !moves.some(mayHaveFollowed) && !moved.some(movesMore);
  if (ends && input.isLast) return moved;
  await planAsUsual(tx);
  if (ends) return moved;
  moved.push(...(await cancelLeftovers(tx, orgId, moves, at)));
  await recordMarketingStops(tx, clientOf(tx), orgId, moves);
  await followBySms(tx, input, moved);
  for (const move of moved) {
    const { campaignId, count } = move;
    const moveHold = campaignId === null ? undefined : moneyOf(move);
    if (campaignId !== null && moveHold) await moveHold(tx, { orgId, subjectId: campaignId, count, at });
  }
  if (moved.some((move) => move.campaignId === null && moneyOf(move)))
    await settleSingleMessages(tx, { orgId, messageIds: moves.map(({ id }) => id), at });
  await publishReports(tx, { orgId, messageIds: reported, at });
  return moved;
}

/** A failure ends and starts other things; what went back to the queue may have to be cancelled. */
const mayHaveFollowed = ({ state }: Move) => state === "failed" || state === "queued";
const movesMore = (move: Moved) => isLate(move) || moneyOf(move) !== undefined;

/** The messages whose states are reported to the organisation's systems. */
const reportedIds = (moves: readonly Move[]) =>
  moves
    .filter(({ state }) => state === "delivered" || state === "read" || state === "failed")
    .map(({ id }) => id);

/** The SMS of what failed is sent now; what was delivered after its SMS is marked. */
async function followBySms(tx: Tx, { orgId, moves, at }: Reports, moved: readonly Moved[]): Promise<void> {
  const waiting = moved.filter(waitsForSms);
  const idsOf = (states: readonly Move["state"][]) =>
    moves.filter(({ state }) => states.includes(state)).map(({ id }) => id);
  if (waiting.length > 0) {
    const ofCampaign = waiting.some(({ campaignId }) => campaignId !== null);
    await hurrySms(tx, { orgId, messageIds: idsOf(["failed"]), ofCampaign, at });
  }
  if (moved.some(isLate)) await markLate(tx, { orgId, messageIds: idsOf(["delivered", "read"]), at });
}

/** Delivered by WhatsApp after the SMS of a campaign. */
const isLate = ({ campaignId, to, fallback }: Moved) =>
  campaignId !== null && fallback === "sms" && (to === "delivered" || to === "read");

/** Failed on WhatsApp, and an SMS may follow. */
const waitsForSms = ({ to, fallback }: Moved) => to === "failed" && fallback === "waiting";

/** What a move does to the money that is held for it: nothing, once an SMS is charged in its place or may still be. */
function moneyOf(move: Moved) {
  const { from, to, fallback } = move;
  if (fallback === "sms" || waitsForSms(move)) return undefined;
  switch (to) {
    case "delivered":
    case "read":
      if (from === "delivered") return undefined;
      // The money of what failed and waits for its SMS was not released.
      return from === "failed" && fallback !== "waiting" ? settleReleased : settleDelivered;
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
