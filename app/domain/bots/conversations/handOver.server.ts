import { and, desc, eq, gte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botTurns } from "#app/db/schema/bots/bots.ts";
import { giveToMembers } from "#app/domain/messaging/conversations/giveToMembers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { handedOver } from "../events.ts";
import { handOverNote } from "../notes.ts";
import type { BotLanguage, Reason } from "../words.ts";
import type { BotConversation } from "./readTurn.server.ts";
import { silence } from "./silence.server.ts";

const remembered = 5;

/** The note of a handover: the reason, the language, the question and earlier attempts. */
export async function noteForMember(
  tx: Tx,
  ctx: OrgContext,
  state: BotConversation,
  turn: { question: string; language: BotLanguage; reason: Reason },
): Promise<string> {
  const tried = await tx
    .select({ question: botTurns.question, outcome: botTurns.outcome })
    .from(botTurns)
    .where(
      and(
        eq(botTurns.orgId, ctx.orgId),
        eq(botTurns.conversationId, state.conversationId),
        gte(botTurns.createdAt, state.startedAt),
      ),
    )
    .orderBy(desc(botTurns.createdAt), desc(botTurns.id))
    .limit(remembered);
  return handOverNote("bot.handed_over", {
    reason: turn.reason,
    question: turn.question.slice(0, 300),
    language: turn.language,
    tried: tried.reverse().map(({ question, outcome }) => [question.slice(0, 160), outcome]),
  });
}

/** Hands a conversation over to the members: silences the bot and adds a note. */
export async function handOver(
  tx: Tx,
  ctx: OrgContext,
  input: {
    conversationId: string;
    botName: string;
    customer: string;
    reason: Reason;
    question: string;
    note: string;
  },
): Promise<void> {
  await silence(tx, ctx, input.conversationId, input.reason);
  await giveToMembers(tx, ctx, { conversationId: input.conversationId, note: input.note });
  await record(tx, ctx, handedOver, {
    subject: input.conversationId,
    data: {
      bot: input.botName,
      contact: input.customer,
      reason: input.reason,
      question: input.question.slice(0, 200),
    },
  });
}
