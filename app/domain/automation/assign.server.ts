import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { assignIn } from "#app/domain/messaging/conversations/assign.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/**
 * Assigns a conversation, or the contact's last one, to a member, unless another member has it. @throws
 * DomainError those of `assignConversation`
 */
export async function assignFree(
  tx: Tx,
  ctx: OrgContext,
  { contactId, conversationId }: { contactId: string; conversationId: string | null },
  memberId: string,
): Promise<{ did: "assigned" | "taken" | "no_conversation" }> {
  const meant =
    conversationId === null ? eq(conversations.contactId, contactId) : eq(conversations.id, conversationId);
  const [conversation] = await tx
    .select({ id: conversations.id, assignedTo: conversations.assignedTo })
    .from(conversations)
    .where(and(eq(conversations.orgId, ctx.orgId), meant))
    .orderBy(desc(conversations.lastMessageAt))
    .limit(1);
  if (!conversation) return { did: "no_conversation" };
  const { id, assignedTo } = conversation;
  if (assignedTo !== null && assignedTo !== memberId) return { did: "taken" };
  await assignIn(tx, ctx, { conversationId: id, memberId, from: assignedTo ?? "" });
  return { did: "assigned" };
}
