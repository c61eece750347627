import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { conversationRead } from "#app/domain/messaging/events.ts";
import { sendReadReceiptJob } from "#app/domain/messaging/jobs.ts";
import { markSubjectRead } from "#app/domain/record/notifications/markSubjectRead.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { withContact } from "./joins.ts";
import { type ConversationPage, readConversation, withAuthors } from "./queries.server.ts";

/**
 * A member looks at the conversation: answers what is to be seen in it, of which nothing is unread any more, nor what the
 * bell told them of it. A message that comes meanwhile is either among it or unread. Logged only where something was unread.
 * @throws DomainError `conversation.not_found`
 */
export async function markConversationRead({ ctx, input }: { ctx: OrgContext; input: ConversationPage }) {
  const thread = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { unread, ...person } = await takeUnread(tx, ctx, input.conversationId);
    await markSubjectRead(tx, ctx, input.conversationId);
    const seen = await readConversation(tx, ctx, input);
    if (unread > 0) {
      const { conversationId } = input;
      await record(tx, ctx, conversationRead, { subject: conversationId, data: { ...person, unread } });
      await ctx.jobs.enqueue(
        sendReadReceiptJob,
        { orgId: ctx.orgId, conversationId },
        { tx, key: conversationId },
      );
    }
    return seen;
  });
  return withAuthors(ctx, thread);
}

/** How many messages of whom were unread until now. The row stays locked, so that none comes before the thread is read. */
async function takeUnread(tx: Tx, ctx: OrgContext, conversationId: string) {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  await tx.select({ id: conversations.id }).from(conversations).where(ours).for("no key update");
  const [row] = await tx
    .select({
      unread: conversations.unread,
      contactId: contacts.id,
      contact: contacts.name,
      phone: contacts.phone,
    })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(ours);
  if (!row) throw notFound("Conversation");
  if (row.unread > 0) await tx.update(conversations).set({ unread: 0 }).where(ours);
  return row;
}
