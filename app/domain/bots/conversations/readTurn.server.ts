import { and, asc, desc, eq, gt, gte, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations, bots, botTurns } from "#app/db/schema/bots/bots.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { flowHas, gaveToPerson, notTaken } from "#app/domain/flows/sessions/taken.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgContext } from "#app/platform/context.ts";

import { silence } from "./silence.server.ts";

export type Bot = typeof bots.$inferSelect;
export type BotConversation = typeof botConversations.$inferSelect;

/** A bot new to a conversation is silenced there if a member wrote to the customer within this time. */
export const memberGraceMs = 12 * 3_600_000;
/** Older messages, as after an outage of the workers, get no late reply. */
const staleMs = 3_600_000;
const maxMessages = 20;
const maxQuestionLength = 2000;

export interface WaitingTurn {
  bot: Bot;
  state: BotConversation;
  question: string;
  /** The last message of the turn, and all of its text. */
  messageId: string;
  messageIds: string[];
  firstAt: Date;
  lastAt: Date;
  /** The chosen list row, or its number: an entry's id, or `person`. */
  chosen: string | undefined;
  phoneNumberId: string;
  phone: string | null;
  contactLanguage: (typeof contacts.$inferSelect)["language"];
}

/** The live bot of a conversation: the most specific one, by number and label. */
export async function findLiveBot(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  conversation: { phoneNumberId: string; tags: string[] },
): Promise<Bot | undefined> {
  const live = await tx
    .select()
    .from(bots)
    .where(
      and(
        eq(bots.orgId, orgId),
        eq(bots.status, "live"),
        or(isNull(bots.phoneNumberId), eq(bots.phoneNumberId, conversation.phoneNumberId)),
      ),
    )
    .orderBy(asc(bots.createdAt), asc(bots.id));
  const narrowness = (bot: Bot) => (bot.label === null ? 0 : 2) + (bot.phoneNumberId === null ? 0 : 1);
  return live
    .filter(({ label }) => label === null || conversation.tags.includes(label))
    .sort((a, b) => narrowness(b) - narrowness(a))[0];
}

/** A customer's unanswered messages as one turn; undefined when there are none for a bot. */
export async function readTurn(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
): Promise<WaitingTurn | undefined> {
  const [row] = await tx
    .select({ conversation: conversations, contact: contacts })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
  if (!row) return undefined;
  const { conversation, contact } = row;
  const { phoneNumberId } = conversation;
  const bot = await findLiveBot(tx, ctx, { phoneNumberId, tags: contact.tags });
  if (!bot) return undefined;
  const state = await stateOf(tx, ctx, bot, conversationId);
  if (state.silentSince || (await isWithFlow(tx, ctx, conversationId, state))) return undefined;
  const waiting = await waitingMessages(tx, ctx, conversation, bot, state);
  const [first, last] = [waiting[0], waiting.at(-1)];
  if (!first || !last) return undefined;
  return {
    bot,
    state,
    question: questionIn(waiting),
    messageId: last.id,
    messageIds: waiting.map(({ id }) => id),
    firstAt: first.createdAt,
    lastAt: last.createdAt,
    chosen: await chosenIn(tx, ctx, conversationId, last),
    phoneNumberId,
    phone: contact.phone,
    contactLanguage: contact.language,
  };
}

const questionIn = (waiting: readonly { body: string | null }[]) =>
  waiting
    .map(({ body }) => body ?? "")
    .join("\n")
    .trim()
    .slice(0, maxQuestionLength);

/** Whether a flow leads the conversation or handed it over, which also silences the bot. */
async function isWithFlow(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  state: BotConversation,
): Promise<boolean> {
  if (await flowHas(tx, ctx, conversationId)) return true;
  if (!(await gaveToPerson(tx, ctx, conversationId, state.startedAt))) return false;
  await silence(tx, ctx, conversationId, "flow");
  return true;
}

/** A conversation's state with its bot; created when missing. */
export async function stateOf(
  tx: Tx,
  ctx: OrgContext,
  bot: Bot,
  conversationId: string,
): Promise<BotConversation> {
  const now = ctx.clock.now();
  await tx
    .insert(botConversations)
    .values({
      orgId: ctx.orgId,
      conversationId,
      botId: bot.id,
      startedAt: new Date(now.getTime() - memberGraceMs),
    })
    .onConflictDoNothing();
  const ours = and(
    eq(botConversations.orgId, ctx.orgId),
    eq(botConversations.conversationId, conversationId),
  );
  const [state] = await tx.select().from(botConversations).where(ours);
  if (state!.botId === bot.id) return state!;
  // Another bot took over this conversation.
  const [moved] = await tx
    .update(botConversations)
    .set({ botId: bot.id, misses: 0, updatedAt: now })
    .where(ours)
    .returning();
  return moved!;
}

async function waitingMessages(
  tx: Tx,
  ctx: OrgContext,
  conversation: typeof conversations.$inferSelect,
  bot: Bot,
  state: BotConversation,
) {
  const since = [
    ctx.clock.now().getTime() - staleMs,
    bot.publishedAt?.getTime() ?? 0,
    state.startedAt.getTime(),
  ];
  const newestFirst = await tx
    .select({
      id: messages.id,
      body: messages.body,
      payload: messages.payload,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        eq(messages.direction, "in"),
        sql`${messages.type} not in ('system', 'revoke', 'reaction', 'call')`,
        state.answeredThrough ? gt(messages.id, state.answeredThrough) : undefined,
        // Meta's times are whole seconds.
        gte(messages.createdAt, new Date(Math.max(...since) - 1000)),
        notTaken(ctx),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(maxMessages);
  return newestFirst.reverse();
}

/** The meaning of a tap on a list, or of the number of one of the last choices. */
async function chosenIn(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  message: { body: string | null; payload: unknown },
): Promise<string | undefined> {
  const { interactive, button } = (message.payload ?? {}) as InboundMessage;
  const tapped = interactive?.list_reply?.id ?? interactive?.button_reply?.id ?? button?.payload;
  if (tapped === personRow || tapped?.startsWith(entryRow("")))
    return tapped === personRow ? personRow : tapped.slice(entryRow("").length);
  const number = /^\s*([1-9])[.)\s]*$/.exec(message.body ?? "")?.[1];
  if (number === undefined) return undefined;
  const [lastTurn] = await tx
    .select({ outcome: botTurns.outcome, entryIds: botTurns.entryIds })
    .from(botTurns)
    .where(and(eq(botTurns.orgId, ctx.orgId), eq(botTurns.conversationId, conversationId)))
    .orderBy(desc(botTurns.createdAt), desc(botTurns.id))
    .limit(1);
  if (lastTurn?.outcome !== "asked") return undefined;
  const index = Number(number) - 1;
  return index === lastTurn.entryIds.length ? personRow : lastTurn.entryIds[index];
}

/** Row ids of a list message. */
export const personRow = "person";
export const entryRow = (entryId: string) => `entry:${entryId}`;
