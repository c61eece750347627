import { and, eq, gt } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { markPlaceRead } from "#app/domain/notifications/markPlaceRead.server.ts";
import { notFound } from "#app/shared/errors.ts";
import { chatPath } from "./chatPath.ts";
import { nameOf } from "./queries.server.ts";

/**
 * A member has seen the conversation: nothing in it is unread any more, nor what the bell told them of it. Logged only
 * where something was.
 * @throws DomainError `conversation.not_found`
 */
export async function markConversationRead({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { conversationId: string };
}): Promise<{ unread: 0 }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ unread: conversations.unread, name: contacts.name, phone: contacts.phone })
      .from(conversations)
      .innerJoin(
        contacts,
        and(eq(contacts.orgId, conversations.orgId), eq(contacts.id, conversations.contactId)),
      )
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, input.conversationId)));
    if (!row) throw notFound("Conversation");
    await markPlaceRead(tx, ctx, chatPath(input.conversationId));
    if (row.unread === 0) return { unread: 0 };
    const changed = await tx
      .update(conversations)
      .set({ unread: 0 })
      .where(
        and(
          eq(conversations.orgId, ctx.orgId),
          eq(conversations.id, input.conversationId),
          gt(conversations.unread, 0),
        ),
      )
      .returning({ id: conversations.id });
    if (changed.length > 0) {
      await recordActivity(tx, ctx, {
        type: "message",
        action: "Conversation read",
        details: `${nameOf(row.name, row.phone)}, ${row.unread} new`,
      });
    }
    return { unread: 0 };
  });
}
