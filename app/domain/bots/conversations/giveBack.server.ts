import { and, desc, eq } from "drizzle-orm";
import { botConversations, bots } from "#app/db/schema/bots.ts";
import { contacts } from "#app/db/schema/contacts.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { nameOf } from "#app/domain/messaging/conversations/nameOf.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { givenBack } from "../events.ts";

/**
 * Lets the bot answer again in a conversation that a person had. What was said before is not taken up again.
 * @throws DomainError `conversation.not_found`
 */
export async function giveBack({
  ctx,
  input: { conversationId },
}: {
  ctx: OrgContext;
  input: { conversationId: string };
}): Promise<{ conversationId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ conversation: conversations, contact: contacts, bot: bots.name })
      .from(conversations)
      .innerJoin(
        botConversations,
        and(
          eq(botConversations.orgId, conversations.orgId),
          eq(botConversations.conversationId, conversations.id),
        ),
      )
      .innerJoin(bots, and(eq(bots.orgId, botConversations.orgId), eq(bots.id, botConversations.botId)))
      .innerJoin(
        contacts,
        and(eq(contacts.orgId, conversations.orgId), eq(contacts.id, conversations.contactId)),
      )
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
    if (!row) throw notFound("Conversation");
    const [last] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.orgId, ctx.orgId), eq(messages.contactId, row.contact.id)))
      .orderBy(desc(messages.id))
      .limit(1);
    const now = ctx.clock.now();
    await tx
      .update(botConversations)
      .set({
        silentSince: null,
        silentReason: null,
        misses: 0,
        answeredThrough: last?.id ?? null,
        startedAt: now,
        updatedAt: now,
      })
      .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId)));
    await record(tx, ctx, givenBack, {
      subject: conversationId,
      data: { bot: row.bot, contact: nameOf(row.contact.name, row.contact.phone) },
    });
    return { conversationId };
  });
}
