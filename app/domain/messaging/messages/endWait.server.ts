import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { answeredWaits } from "#app/db/schema/messaging/inbox.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { dueAtOf } from "#app/domain/messaging/inboxSettings/clocks.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

type Conversation = Pick<
  typeof conversations.$inferSelect,
  "id" | "state" | "assignedTo" | "teamId" | "waitingSince" | "snoozedWaitingSince" | "awaitsFirstReply"
>;

/**
 * After a member's message the conversation is open, its clock stops, and an unassigned one
 * is assigned to the writer. A snoozed one stays snoozed, and its customer no longer waits. Call it while its row is locked.
 */
export async function endWait(
  tx: Tx,
  ctx: OrgContext,
  conversation: Conversation,
  answer: { messageId: string; at: Date },
): Promise<void> {
  const userId = userOf(ctx.actor);
  const { awaitsFirstReply } = conversation;
  const waitingSince = conversation.waitingSince ?? conversation.snoozedWaitingSince;
  const state = conversation.state === "snoozed" ? "snoozed" : "open";
  const isOpen = conversation.state === state && waitingSince === null && !awaitsFirstReply;
  if (isOpen && (conversation.assignedTo !== null || userId === null)) return;
  await tx
    .update(conversations)
    .set({
      state,
      waitingSince: null,
      snoozedWaitingSince: null,
      awaitsFirstReply: false,
      ...(conversation.assignedTo === null && userId !== null ? { assignedTo: memberOf(ctx, userId) } : {}),
    })
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversation.id)));
  notifyPages(tx, ctx.orgId, "conversations");
  if (waitingSince === null) return;
  const settings = await inboxSettingsOf(tx, ctx.orgId);
  await tx
    .insert(answeredWaits)
    .values({
      orgId: ctx.orgId,
      messageId: answer.messageId,
      conversationId: conversation.id,
      answeredBy: userId,
      teamId: conversation.teamId,
      isFirstReply: awaitsFirstReply,
      waitingSince,
      answeredAt: answer.at,
      dueAt: dueAtOf(settings, { waitingSince, awaitsFirstReply }),
    })
    .onConflictDoNothing();
}

/** SQL: a member of the organisation; null for others who may write for it. */
const memberOf = ({ orgId }: OrgContext, userId: string) =>
  sql`(select ${members.userId} from ${members} where ${members.orgId} = ${orgId} and ${members.userId} = ${userId})`;
