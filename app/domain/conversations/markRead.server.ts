import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { markPlaceRead } from "#app/domain/notifications/markPlaceRead.server.ts";
import { formatCount } from "#app/shared/counts.ts";
import { notFound } from "#app/shared/errors.ts";
import { chatPath } from "./chatPath.ts";
import { type ConversationPage, readConversation, withAuthors } from "./queries.server.ts";

/**
 * A member looks at the conversation: answers what is to be seen in it, of which nothing is unread any more, nor what the
 * bell told them of it. A message that comes meanwhile is either among it or unread. Logged only where something was unread.
 * @throws DomainError `conversation.not_found`
 */
export async function markConversationRead({ ctx, input }: { ctx: OrgContext; input: ConversationPage }) {
  const thread = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const unread = await takeUnread(tx, ctx, input.conversationId);
    await markPlaceRead(tx, ctx, chatPath(input.conversationId));
    const seen = await readConversation(tx, ctx, input);
    if (unread > 0)
      await recordActivity(tx, ctx, {
        type: "message",
        action: "Conversation read",
        details: `${seen.conversation.name}, ${formatCount(unread)} new`,
      });
    return seen;
  });
  return withAuthors(ctx, thread);
}

/** How many messages were unread until now. The row stays locked, so that none comes before the thread is read. */
async function takeUnread(tx: Tx, ctx: OrgContext, conversationId: string): Promise<number> {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  const [row] = await tx
    .select({ unread: conversations.unread })
    .from(conversations)
    .where(ours)
    .for("no key update");
  if (!row) throw notFound("Conversation");
  if (row.unread > 0) await tx.update(conversations).set({ unread: 0 }).where(ours);
  return row.unread;
}
