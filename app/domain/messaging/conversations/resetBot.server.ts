import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations } from "#app/db/schema/bots/bots.ts";
import { stopFlowForMember } from "#app/domain/messaging/messages/stopFlow.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** A closed conversation is reset: its flow ends, and a silent bot replies to the next message. */
export async function resetBot(
  tx: Tx,
  ctx: OrgContext,
  { id, customer }: { id: string; customer: string },
): Promise<void> {
  const now = ctx.clock.now();
  await stopFlowForMember(tx, ctx, { conversationId: id, contact: customer, reason: "member_stopped" });
  await tx
    .update(botConversations)
    .set({ silentSince: null, silentReason: null, misses: 0, startedAt: now, updatedAt: now })
    .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, id)));
}
