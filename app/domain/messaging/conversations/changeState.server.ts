import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationMoved } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { askLater } from "#app/domain/messaging/satisfaction/askLater.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { notSnoozed, recordUnsnoozed } from "./endSnooze.server.ts";
import { lockConversation, ours } from "./owned.server.ts";
import { resetBot } from "./resetBot.server.ts";
import { mayMove } from "./states.ts";
import { type settableStates, stateWords } from "./words.ts";

type State = (typeof settableStates)[number];

/**
 * Changes a conversation's state: closed, open (no reply needed), or waiting again. The current state changes
 * nothing. @throws DomainError `conversation.not_found`, `conversation.bad_move`
 */
export const changeState = ({ ctx, input }: Call<StateChange>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => changeStateIn(tx, ctx, input));

interface StateChange {
  conversationId: string;
  state: State;
}

/** The same, in a transaction that does more. */
export async function changeStateIn(
  tx: Tx,
  ctx: OrgContext,
  { conversationId, state }: StateChange,
): Promise<{ state: State; changed: boolean }> {
  const conversation = await lockConversation(tx, ctx, conversationId);
  if (conversation.state === state) return { state, changed: false };
  if (!mayMove(conversation.state, state)) {
    throw messagingError("conversation.bad_move", {
      values: { value: inSentence(stateWords[conversation.state].name) },
    });
  }
  await move(tx, ctx, conversation, state);
  if (state === "closed") await askLater(tx, ctx, [conversationId]);
  if (state !== "open") await assignWaitingLater(tx, ctx);
  return { state, changed: true };
}

/**
 * Closes many conversations; those that are closed already stay so. All or none.
 * @throws DomainError `conversation.not_found`
 */
export async function closeConversations({
  ctx,
  input: { conversationIds },
}: Call<{ conversationIds: string[] }>): Promise<{ closed: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const closed: string[] = [];
    // In one order, so that two closing the same ones do not deadlock.
    for (const id of [...new Set(conversationIds)].sort()) {
      const conversation = await lockConversation(tx, ctx, id);
      if (conversation.state === "closed") continue;
      await move(tx, ctx, conversation, "closed");
      closed.push(id);
    }
    await askLater(tx, ctx, closed);
    if (closed.length > 0) await assignWaitingLater(tx, ctx);
    return { closed: closed.length };
  });
}

async function move(
  tx: Tx,
  ctx: OrgContext,
  conversation: typeof conversations.$inferSelect & { customer: string },
  state: State,
): Promise<void> {
  await tx
    .update(conversations)
    .set({
      ...notSnoozed,
      state,
      waitingSince: state === "waiting" ? (conversation.snoozedWaitingSince ?? ctx.clock.now()) : null,
      updatedAt: ctx.clock.now(),
      ...(state === "closed" ? { unread: 0, awaitsFirstReply: false } : {}),
    })
    .where(ours(ctx, conversation.id));
  notifyPages(tx, ctx.orgId, "conversations");
  if (state === "closed") await resetBot(tx, ctx, conversation);
  if (conversation.state === "snoozed") {
    const reason = state === "closed" ? "closed" : "ended_early";
    await recordUnsnoozed(tx, ctx, conversation, { reason, state });
  }
  await record(tx, ctx, conversationMoved, {
    subject: conversation.id,
    data: { contact: conversation.customer, state },
  });
}

const assignWaitingLater = (tx: Tx, ctx: OrgContext) =>
  ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
