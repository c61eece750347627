import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { assignIn } from "#app/domain/messaging/conversations/assign.server.ts";
import { assignTeamIn } from "#app/domain/messaging/conversations/assignTeam.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

interface Target {
  contactId: string;
  /** Null: the contact's last one. */
  conversationId: string | null;
}
type Assigned = Promise<{ did: "assigned" | "taken" | "no_conversation" }>;

/**
 * Assigns a conversation, or the contact's last one, to a member, unless another member has it. @throws
 * DomainError those of `assignConversation`
 */
export async function assignFree(tx: Tx, ctx: OrgContext, target: Target, memberId: string): Assigned {
  const conversation = await find(tx, ctx, target);
  if (!conversation) return { did: "no_conversation" };
  const { id, assignedTo } = conversation;
  if (assignedTo !== null && assignedTo !== memberId) return { did: "taken" };
  await assignIn(tx, ctx, { conversationId: id, memberId, from: assignedTo ?? "" });
  return { did: "assigned" };
}

/**
 * Puts a conversation, or the contact's last one, into a team's queue, unless a member has it. @throws
 * DomainError those of `assignTeam`
 */
export async function queueFree(tx: Tx, ctx: OrgContext, target: Target, teamId: string): Assigned {
  const conversation = await find(tx, ctx, target);
  if (!conversation) return { did: "no_conversation" };
  if (conversation.assignedTo !== null) return { did: "taken" };
  const fromTeam = conversation.teamId ?? "";
  await assignTeamIn(tx, ctx, { conversationId: conversation.id, teamId, from: "", fromTeam });
  return { did: "assigned" };
}

async function find(tx: Tx, ctx: OrgContext, { contactId, conversationId }: Target) {
  const meant =
    conversationId === null ? eq(conversations.contactId, contactId) : eq(conversations.id, conversationId);
  const [conversation] = await tx
    .select({ id: conversations.id, assignedTo: conversations.assignedTo, teamId: conversations.teamId })
    .from(conversations)
    .where(and(eq(conversations.orgId, ctx.orgId), meant))
    .orderBy(desc(conversations.lastMessageAt))
    .limit(1);
  return conversation;
}
