import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations, bots } from "#app/db/schema/bots/bots.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { gaveToPerson } from "#app/domain/flows/sessions/taken.server.ts";
import { memberWrote } from "#app/domain/messaging/conversations/memberWrote.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { givenBack } from "../events.ts";
import type { Reason } from "../words.ts";
import { findLiveBot, memberGraceMs, stateOf } from "./readTurn.server.ts";

/** A conversation with its contact, and its bot. @throws DomainError `conversation.not_found` */
async function withBot(tx: Tx, ctx: OrgContext, conversationId: string) {
  const [row] = await tx
    .select({ conversation: conversations, contact: contacts })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
  if (!row) throw notFound("Conversation");
  const { phoneNumberId } = row.conversation;
  return { ...row, bot: await findLiveBot(tx, ctx, { phoneNumberId, tags: row.contact.tags }) };
}

const ofConversation = (ctx: OrgContext, conversationId: string) =>
  and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId));

/**
 * Returns a conversation from a member to the bot. Earlier messages get no reply. @throws DomainError
 * `conversation.not_found`, `bot.not_found`
 */
export async function returnToBot({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<{ conversationId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { contact, bot } = await withBot(tx, ctx, conversationId);
    if (bot) await stateOf(tx, ctx, bot, conversationId);
    const [last] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.orgId, ctx.orgId), eq(messages.contactId, contact.id)))
      .orderBy(desc(messages.id))
      .limit(1);
    const now = ctx.clock.now();
    const [given] = await tx
      .update(botConversations)
      .set({
        ...{ silentSince: null, silentReason: null, misses: 0, answeredThrough: last?.id ?? null },
        ...{ startedAt: now, updatedAt: now },
      })
      .where(ofConversation(ctx, conversationId))
      .returning({ botId: botConversations.botId });
    if (!given) throw notFound("Bot");
    const [named] = await tx
      .select({ name: bots.name })
      .from(bots)
      .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, given.botId)));
    await record(tx, ctx, givenBack, {
      subject: conversationId,
      data: { bot: named?.name ?? "", contact: nameOf(contact.name, contact.phone) },
    });
    return { conversationId };
  });
}

/**
 * The bot of a conversation, and the reason of its silence there. @throws DomainError
 * `conversation.not_found`
 */
export function botInConversation(ctx: OrgContext, conversationId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { conversation, bot } = await withBot(tx, ctx, conversationId);
    if (!bot) return { bot: null, silentReason: null };
    const [state] = await tx.select().from(botConversations).where(ofConversation(ctx, conversationId));
    const since = state?.startedAt ?? new Date(ctx.clock.now().getTime() - memberGraceMs);
    const silentReason = async (): Promise<Reason | null> => {
      if (state?.silentSince) return (state.silentReason as Reason | null) ?? "asked_for_person";
      if (await gaveToPerson(tx, ctx, conversationId, since)) return "flow";
      return (await memberWrote(tx, ctx, conversation, since)) ? "member_wrote" : null;
    };
    return { bot: { id: bot.id, name: bot.name }, silentReason: await silentReason() };
  });
}
