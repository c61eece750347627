import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging.ts";
import { holds } from "#app/db/schema/money.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { releaseUndelivered, settleDelivered } from "./hold.server.ts";

/**
 * Moves the money of single template messages after their rows have moved, in the same transaction: delivered is
 * settled, failed is released. A hold covers one message, so a second report moves nothing. Messages without a hold
 * (replies, and those of campaigns) are left alone.
 */
export async function settleSingleMessages(
  tx: Tx,
  input: { orgId: OrgId; messageIds: readonly string[]; at?: Date },
): Promise<void> {
  const { orgId } = input;
  if (input.messageIds.length === 0) return;
  const ended = await tx
    .select({ id: messages.id, state: messages.state })
    .from(holds)
    .innerJoin(messages, and(eq(messages.orgId, holds.orgId), eq(messages.id, holds.campaignId)))
    .where(
      and(
        eq(holds.orgId, orgId),
        inArray(holds.campaignId, [...input.messageIds]),
        isNull(holds.closedAt),
        inArray(messages.state, ["delivered", "read", "failed", "cancelled"]),
      ),
    )
    .orderBy(asc(messages.id));
  for (const { id, state } of ended) {
    const move = { orgId, campaignId: id, count: 1, ...(input.at ? { at: input.at } : {}) };
    if (state === "delivered" || state === "read")
      await settleDelivered(tx, { ...move, reference: `delivered:${id}` });
    else await releaseUndelivered(tx, { ...move, reference: `undelivered:${id}` });
  }
}
