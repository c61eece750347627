import { and, asc, desc, eq, gt, gte, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations } from "#app/db/schema/bots/bots.ts";
import { flowSessions, flowTurns } from "#app/db/schema/flows/flows.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import type { OpenConversation } from "#app/domain/messaging/messages/openForSending.server.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notTaken } from "./taken.server.ts";

/** Older messages, as after an outage of the workers, no longer start a flow. */
const staleMs = 3_600_000;
const mostAtOnce = 60;

export interface Heard {
  id: string;
  wamid: string | null;
  body: string;
  createdAt: Date;
  /** The tapped option: the id of our button or row, or the text of a template's button. */
  tapped: string | undefined;
  button: string | undefined;
  /** The message to which it replies. */
  answers: string | undefined;
}

/** Meta's times are whole seconds. */
const wholeSecond = (at: Date) => new Date(Math.floor(at.getTime() / 1000) * 1000);

/** The customer's messages since then, oldest first, not yet handled by a flow. */
export async function waitingSince(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  { conversation }: OpenConversation,
  since: Date,
): Promise<Heard[]> {
  const rows = await tx
    .select({
      ...{ id: messages.id, wamid: messages.wamid, body: messages.body },
      ...{ payload: messages.payload, createdAt: messages.createdAt },
    })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        eq(messages.direction, "in"),
        sql`${messages.type} not in ('system', 'revoke', 'reaction', 'call')`,
        gte(messages.createdAt, wholeSecond(since)),
        notTaken(ctx),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(mostAtOnce);
  return rows.map(({ payload, body, ...row }) => {
    const { interactive, button, context } = (payload ?? {}) as InboundMessage;
    const reply = interactive?.button_reply ?? interactive?.list_reply;
    return {
      ...row,
      body: reply?.title ?? body ?? "",
      tapped: reply?.id,
      button: button?.text ?? button?.payload,
      answers: context?.id,
    };
  });
}

/**
 * Messages that may start a flow: recent ones, after the last flow of the conversation, and not answered by a
 * bot.
 */
export async function candidates(tx: Tx, ctx: OrgContext, open: OpenConversation): Promise<Heard[]> {
  const { id: conversationId } = open.conversation;
  const [last] = await tx
    .select({ endedAt: flowSessions.endedAt })
    .from(flowSessions)
    .where(and(eq(flowSessions.orgId, ctx.orgId), eq(flowSessions.conversationId, conversationId)))
    .orderBy(desc(flowSessions.startedAt))
    .limit(1);
  const [bot] = await tx
    .select({ answeredThrough: botConversations.answeredThrough })
    .from(botConversations)
    .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId)));
  const stale = ctx.clock.now().getTime() - staleMs;
  const since = new Date(Math.max(stale, last?.endedAt?.getTime() ?? 0));
  const heard = await waitingSince(tx, ctx, open, since);
  const answered = bot?.answeredThrough;
  return answered ? heard.filter(({ id }) => id > answered) : heard;
}

/** Whether it is the customer's first message to this number. */
export async function isFirst(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  { conversation }: OpenConversation,
  message: Heard,
): Promise<boolean> {
  const earlier = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        eq(messages.direction, "in"),
        // Meta's times are whole seconds: within one second the row's id decides.
        sql`(${messages.createdAt}, ${messages.id}) < (${message.createdAt.toISOString()}::timestamptz, ${message.id})`,
      ),
    )
    .limit(1);
  return earlier.length === 0;
}

/** The template of the message with this wamid. */
export async function templateOf(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  { contact }: OpenConversation,
  wamid: string | undefined,
): Promise<string | null> {
  if (wamid === undefined) return null;
  const [answered] = await tx
    .select({ templateId: messages.templateId })
    .from(messages)
    .where(and(eq(messages.orgId, ctx.orgId), eq(messages.contactId, contact.id), eq(messages.wamid, wamid)));
  return answered?.templateId ?? null;
}

/** Claims messages for a session. Returns those that were not claimed before. */
export async function take(
  tx: Tx,
  ctx: OrgContext,
  session: { id: string; conversationId: string },
  taken: readonly Pick<Heard, "id">[],
): Promise<string[]> {
  if (taken.length === 0) return [];
  const { id: sessionId, conversationId } = session;
  const createdAt = ctx.clock.now();
  const rows = await tx
    .insert(flowTurns)
    .values(
      taken.map(({ id: messageId }) => ({
        orgId: ctx.orgId,
        messageId,
        conversationId,
        sessionId,
        createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ messageId: flowTurns.messageId });
  return rows.map(({ messageId }) => messageId);
}

/** The number of a conversation's messages that flows handled within the last minute. */
export async function takenInLastMinute(tx: Tx, ctx: OrgContext, conversationId: string): Promise<number> {
  return await tx.$count(
    flowTurns,
    and(
      eq(flowTurns.orgId, ctx.orgId),
      eq(flowTurns.conversationId, conversationId),
      gt(flowTurns.createdAt, new Date(ctx.clock.now().getTime() - 60_000)),
    ),
  );
}

/** Whether a flow was stopped for a flood of messages within the last hour. */
export async function floodedLately(tx: Tx, ctx: OrgContext, conversationId: string): Promise<boolean> {
  const [flooded] = await tx
    .select({ id: flowSessions.id })
    .from(flowSessions)
    .where(
      and(
        eq(flowSessions.orgId, ctx.orgId),
        eq(flowSessions.conversationId, conversationId),
        inArray(flowSessions.reason, ["flood", "loop"]),
        gt(flowSessions.endedAt, new Date(ctx.clock.now().getTime() - 3_600_000)),
      ),
    )
    .limit(1);
  return flooded !== undefined;
}
