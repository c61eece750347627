import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations } from "#app/db/schema/bots/bots.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Reason } from "../words.ts";

/** Silences the bot in a conversation until a member returns it. */
export async function silence(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  reason: Reason,
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(botConversations)
    .set({ silentSince: now, silentReason: reason, misses: 0, updatedAt: now })
    .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId)));
}
