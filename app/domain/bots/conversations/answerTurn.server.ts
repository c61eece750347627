import { and, eq, gte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations, botTurns } from "#app/db/schema/bots/bots.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { budgetLeft } from "#app/domain/bots/budget.server.ts";
import { customerWroteJob } from "#app/domain/bots/jobs.ts";
import { turnEndsAfterMs } from "#app/domain/bots/subscriber.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { isMarketingStopText, isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { flowHas } from "#app/domain/flows/sessions/taken.server.ts";
import { memberWrote } from "#app/domain/messaging/conversations/memberWrote.server.ts";
import { sendReadReceipt } from "#app/domain/messaging/conversations/sendReadReceipt.server.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { replyPrice } from "#app/domain/money/metaCosts/replyPrice.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { isAnsweredWord } from "#app/domain/sales/chatWords/answer.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { type Answer, answerQuestion } from "../answering/answer.server.ts";
import { handOverDecision } from "../answering/decide.ts";
import { chooseLanguage } from "../answering/language.ts";
import { botSilenced } from "../events.ts";
import type { Reason } from "../words.ts";
import { handOver, noteForMember } from "./handOver.server.ts";
import { listMessage } from "./listMessage.ts";
import { personRow, readTurn, type WaitingTurn } from "./readTurn.server.ts";
import { silence } from "./silence.server.ts";

/** A customer who keeps writing gets a reply after this time. */
const longestTurnMs = 10_000;
/** Meta's clock may be ahead by this much. */
const clockLeadMs = 60_000;
const maxTurnsPerHour = 20;

/**
 * Replies to all of a customer's messages since the last reply, as one turn. Idempotent for the same
 * messages. A turn that may not be over yet is checked again later.
 */
export async function answerTurn({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<void> {
  const turn = await ctx.db.withOrg(ctx.orgId, (tx) => readTurn(tx, ctx, conversationId));
  if (!turn) return;
  const now = ctx.clock.now().getTime();
  const restsSince = now - turn.lastAt.getTime();
  if (
    restsSince < turnEndsAfterMs &&
    restsSince > -clockLeadMs &&
    now - turn.firstAt.getTime() < longestTurnMs
  ) {
    const startAfter = new Date(now + turnEndsAfterMs - Math.max(0, restsSince));
    await ctx.jobs.enqueue(customerWroteJob, { orgId: ctx.orgId, conversationId }, { startAfter });
    return;
  }
  const isCommand = [isOptOutText, isMarketingStopText, isOptInText].some((is) => is(turn.question));
  if (isCommand || (await isAnsweredWord(ctx, turn.question))) {
    await ctx.db.withOrg(ctx.orgId, (tx) => noteAnswered(tx, ctx, turn, {}));
    return;
  }
  const memory = chooseLanguage(turn.question, {
    stored: turn.contactLanguage,
    otherCount: turn.state.otherLanguageCount,
  });
  const receipt = sendReadReceipt({ ctx, input: { conversationId, typing: true } });
  const [answer] = await Promise.all([decide(ctx, turn, memory.language), receipt]);
  await ctx.db.withOrg(ctx.orgId, (tx) => sendAnswer(tx, ctx, turn, answer, memory));
}

/** The reply, with Meta's price in KES cents. */
type Decision = Answer & { replyCents: number };

async function decide(ctx: OrgContext, turn: WaitingTurn, language: Memory["language"]): Promise<Decision> {
  const { bot, state } = turn;
  const now = ctx.clock.now();
  const { turns, replyCents, budget } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const replyCents = await replyCentsOf(tx, ctx, turn);
    const about = { orgId: ctx.orgId, bot, conversationId: state.conversationId, now, replyCents };
    return {
      replyCents,
      turns: await turnsInLastHour(tx, ctx, state.conversationId),
      budget: await budgetLeft(tx, about),
    };
  });
  const handedOver = (reason: Reason): Decision => ({
    ...handOverDecision(bot, language, reason),
    byModel: false,
    modelCents: 0,
    found: [],
    replyCents,
  });
  if (turn.chosen === personRow) return handedOver("asked_for_person");
  if (turns >= maxTurnsPerHour) return handedOver("too_many");
  const answer = await answerQuestion(ctx, bot, {
    question: turn.question,
    language,
    misses: state.misses,
    chosenEntryId: turn.chosen,
    budget,
  });
  return { ...answer, replyCents };
}

/** Meta's price of the next reply, KES cents; 0 without a rate in its list. */
const replyCentsOf = async (tx: Tx, ctx: OrgContext, { phoneNumberId, phone }: WaitingTurn) =>
  (await replyPrice(tx, { orgId: ctx.orgId, phoneNumberId, phone, now: ctx.clock.now() })).cents ?? 0;

async function turnsInLastHour(tx: Tx, ctx: OrgContext, conversationId: string): Promise<number> {
  return await tx.$count(
    botTurns,
    and(
      eq(botTurns.orgId, ctx.orgId),
      eq(botTurns.conversationId, conversationId),
      gte(botTurns.createdAt, new Date(ctx.clock.now().getTime() - 3_600_000)),
    ),
  );
}

type Memory = ReturnType<typeof chooseLanguage>;

type Open = Awaited<ReturnType<typeof openForSending>>;

const customerOf = ({ contact }: Open) => nameOf(contact.name, contact.phone);

/**
 * The state of a conversation that still waits for the bot; undefined otherwise. A member's reply silences
 * the bot.
 */
async function stateToAnswer(tx: Tx, ctx: OrgContext, { bot, state, messageIds }: WaitingTurn, open: Open) {
  const { conversationId } = state;
  const [current] = await tx
    .select()
    .from(botConversations)
    .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId)));
  if (!current || current.silentSince || current.answeredThrough !== state.answeredThrough) return undefined;
  if (await flowHas(tx, ctx, conversationId, messageIds)) return undefined;
  if (await memberWrote(tx, ctx, open.conversation, current.startedAt)) {
    await silence(tx, ctx, conversationId, "member_wrote");
    await record(tx, ctx, botSilenced, {
      subject: conversationId,
      data: { bot: bot.name, contact: customerOf(open) },
    });
    return undefined;
  }
  return windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now()) ? current : undefined;
}

/** Sends the decided reply, unless another worker or a member has replied since. */
async function sendAnswer(
  tx: Tx,
  ctx: OrgContext,
  turn: WaitingTurn,
  answer: Decision,
  memory: Memory,
): Promise<void> {
  const { bot, state } = turn;
  const open = await openForSending(tx, ctx, state.conversationId);
  const current = await stateToAnswer(tx, ctx, turn, open);
  if (!current) return;
  const { language } = memory;
  const sent = await queueReply(tx, ctx, open, { key: `bot:${turn.messageId}`, language, answer });
  const reason = answer.reason;
  const note =
    answer.outcome === "handed_over" && reason
      ? await noteForMember(tx, ctx, current, { question: turn.question, language, reason })
      : null;
  await insertTurn(tx, ctx, turn, answer, { ...sent, language, note });
  await noteAnswered(tx, ctx, turn, {
    misses: answer.outcome === "answered" ? 0 : current.misses + 1,
    otherLanguageCount: memory.otherCount,
  });
  if (memory.stored !== turn.contactLanguage)
    await tx
      .update(contacts)
      .set({ language: memory.stored })
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, open.contact.id)));
  if (note !== null && reason)
    await handOver(tx, ctx, {
      conversationId: state.conversationId,
      botName: bot.name,
      customer: customerOf(open),
      reason,
      question: turn.question,
      note,
    });
}

async function queueReply(
  tx: Tx,
  ctx: OrgContext,
  open: Open,
  { key, language, answer }: { key: string; language: Memory["language"]; answer: Answer },
): Promise<{ reply: string; messageId: string }> {
  const list = answer.listed ? listMessage(language, answer.listed) : undefined;
  const reply = list?.body ?? answer.reply;
  const content = list
    ? { type: "interactive" as const, interactive: list.interactive }
    : { type: "text" as const };
  const { messageId } = await queueMessage(tx, ctx, open, { key, isFirst: true, body: reply, content });
  return { reply, messageId };
}

async function insertTurn(
  tx: Tx,
  ctx: OrgContext,
  { bot, state, question }: WaitingTurn,
  answer: Decision,
  sent: { language: Memory["language"]; reply: string; messageId: string; note: string | null },
): Promise<void> {
  const now = ctx.clock.now();
  await tx.insert(botTurns).values({
    ...sent,
    orgId: ctx.orgId,
    id: newId("btn", now.getTime()),
    botId: bot.id,
    conversationId: state.conversationId,
    question,
    outcome: answer.outcome,
    reason: answer.reason ?? null,
    entryIds: answer.entryIds,
    score: Math.round(answer.score * 1000),
    byModel: answer.byModel,
    modelCents: answer.modelCents,
    messageCents: answer.replyCents,
    createdAt: now,
  });
}

const noteAnswered = (
  tx: Tx,
  ctx: OrgContext,
  turn: WaitingTurn,
  changes: { misses?: number; otherLanguageCount?: number },
) =>
  tx
    .update(botConversations)
    .set({ ...changes, answeredThrough: turn.messageId, updatedAt: ctx.clock.now() })
    .where(
      and(
        eq(botConversations.orgId, ctx.orgId),
        eq(botConversations.conversationId, turn.state.conversationId),
      ),
    );
