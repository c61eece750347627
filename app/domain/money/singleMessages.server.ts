import { and, asc, between, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type MessageState, messages } from "#app/db/schema/messaging/messages.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { releaseUndelivered, settleDelivered, settleReleased } from "./hold.server.ts";

const arrived: MessageState[] = ["delivered", "read"];

/**
 * Moves the money of single template messages after their rows have moved, in the same transaction: settles
 * delivered ones, releases failed ones, and settles those too if they are delivered later. A hold covers one
 * message, so a second report moves nothing. Messages without a hold of their own (replies, and those of
 * campaigns) are skipped, and so are those whose SMS was sent, or may follow their failure.
 */
export async function settleSingleMessages(
  tx: Tx,
  input: { orgId: OrgId; messageIds: readonly string[]; at: Date },
): Promise<void> {
  const { orgId } = input;
  if (input.messageIds.length === 0) return;
  const [least, greatest] = spanOf(input.messageIds);
  const ended = await tx
    .select({ id: messages.id, state: messages.state, wasReleased: gt(holds.releasedMessages, 0) })
    .from(holds)
    .innerJoin(messages, and(eq(messages.orgId, orgId), eq(messages.id, holds.subjectId)))
    .where(
      and(
        eq(holds.orgId, orgId),
        inArray(holds.subjectId, [...input.messageIds]),
        between(messages.id, least, greatest),
        or(
          isNull(messages.fallback),
          and(eq(messages.fallback, "waiting"), inArray(messages.state, ["cancelled", ...arrived])),
        ),
        or(
          and(isNull(holds.closedAt), inArray(messages.state, ["failed", "cancelled", ...arrived])),
          and(gt(holds.releasedMessages, 0), inArray(messages.state, arrived)),
        ),
      ),
    )
    .orderBy(asc(messages.id));
  for (const { id, state, wasReleased } of ended) {
    const move = { orgId, subjectId: id, count: 1, at: input.at };
    if (arrived.includes(state))
      await (wasReleased ? settleReleased : settleDelivered)(tx, { ...move, reference: `delivered:${id}` });
    else await releaseUndelivered(tx, { ...move, reference: `undelivered:${id}` });
  }
}
