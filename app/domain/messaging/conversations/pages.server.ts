import { and, desc, eq, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

const snoozedUntil =
  sql<Date | null>`case when ${conversations.state} = 'snoozed' then ${conversations.snoozedUntil} end`.mapWith(
    conversations.snoozedUntil,
  );

/** Conversations by their latest message, one more than `limit`; `after` is the time and id of the last one before. */
export async function conversationsByTime({
  ctx,
  input,
}: Call<{ limit: number; after: string | undefined }>) {
  const cut = input.after?.indexOf(".") ?? 0;
  const at = new Date(Number(input.after?.slice(0, cut)));
  const isPlace = input.after !== undefined && !Number.isNaN(at.getTime());
  return ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        id: conversations.id,
        contactId: conversations.contactId,
        contactName: contacts.name,
        phone: contacts.phone,
        username: contacts.username,
        phoneNumberId: conversations.phoneNumberId,
        unread: conversations.unread,
        windowEndsAt: conversations.windowEndsAt,
        snoozedUntil,
        lastMessageAt: conversations.lastMessageAt,
      })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .where(
        and(
          eq(conversations.orgId, ctx.orgId),
          isPlace
            ? sql`(date_trunc('milliseconds', ${conversations.lastMessageAt}), ${conversations.id}) < (${at.toISOString()}::timestamptz, ${input.after!.slice(cut + 1)})`
            : undefined,
        ),
      )
      .orderBy(desc(sql`date_trunc('milliseconds', ${conversations.lastMessageAt})`), desc(conversations.id))
      .limit(input.limit + 1),
  );
}

/** The parties of a conversation. @throws DomainError `conversation.not_found` */
export async function findConversation({ ctx, input }: Call<{ conversationId: string }>) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ contactId: conversations.contactId, phoneNumberId: conversations.phoneNumberId })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, input.conversationId))),
  );
  if (!row) throw notFound("Conversation");
  return row;
}
