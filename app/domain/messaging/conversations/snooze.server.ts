import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationSnoozed } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { afterSnooze, recordUnsnoozed } from "./endSnooze.server.ts";
import { type FutureTime, readFutureTime } from "./futureTime.server.ts";
import { lockConversation, ours } from "./owned.server.ts";
import { maxSnoozeDays } from "./snoozeTimes.ts";
import { mayMove } from "./states.ts";
import { stateWords } from "./words.ts";

/**
 * Snoozes a conversation: it leaves the lists of work until a time or the customer's next message. A snoozed one gets the new
 * time. @throws DomainError `conversation.not_found`, `conversation.bad_move` when it is closed, `conversation.bad_snooze`
 */
export const snoozeConversation = ({ ctx, input }: Call<Snooze>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => snoozeIn(tx, ctx, input));

interface Snooze {
  conversationId: string;
  until: FutureTime;
}

/** The same, in a transaction that does more. */
export async function snoozeIn(tx: Tx, ctx: OrgContext, input: Snooze): Promise<{ snoozedUntil: Date }> {
  const until = await momentOf(tx, ctx, input.until);
  const conversation = await lockConversation(tx, ctx, input.conversationId);
  if (!mayMove(conversation.state, "snoozed"))
    throw messagingError("conversation.bad_move", {
      values: { value: inSentence(stateWords[conversation.state].name) },
    });
  await snooze(tx, ctx, conversation, until);
  await lookForRoom(tx, ctx);
  return { snoozedUntil: until };
}

/**
 * Snoozes many conversations until one time; closed ones stay closed, and are counted as `left`.
 * @throws DomainError `conversation.not_found`, `conversation.bad_snooze`
 */
export async function snoozeConversations({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { conversationIds: string[]; until: FutureTime };
}): Promise<{ snoozed: number; left: number; snoozedUntil: Date }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const snoozedUntil = await momentOf(tx, ctx, input.until);
    const done = { snoozed: 0, left: 0 };
    // In one order, as everyone locks many of them.
    for (const id of [...new Set(input.conversationIds)].sort()) {
      const conversation = await lockConversation(tx, ctx, id);
      if (!mayMove(conversation.state, "snoozed")) done.left += 1;
      else {
        await snooze(tx, ctx, conversation, snoozedUntil);
        done.snoozed += 1;
      }
    }
    if (done.snoozed > 0) await lookForRoom(tx, ctx);
    return { ...done, snoozedUntil };
  });
}

/**
 * Ends a snooze before its time. The customer waits again if they have no reply. A conversation that is not snoozed stays
 * as it is. @throws DomainError `conversation.not_found`
 */
export async function endSnooze({
  ctx,
  input: { conversationId },
}: {
  ctx: OrgContext;
  input: { conversationId: string };
}): Promise<{ state: "waiting" | "open" | "closed"; changed: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const conversation = await lockConversation(tx, ctx, conversationId);
    if (conversation.state !== "snoozed") return { state: conversation.state, changed: false };
    const change = afterSnooze(conversation);
    await tx
      .update(conversations)
      .set({ ...change, updatedAt: ctx.clock.now() })
      .where(ours(ctx, conversationId));
    notifyPages(tx, ctx.orgId, "conversations");
    await recordUnsnoozed(tx, ctx, conversation, { reason: "ended_early", state: change.state });
    await lookForRoom(tx, ctx);
    return { state: change.state, changed: true };
  });
}

async function snooze(
  tx: Tx,
  ctx: OrgContext,
  conversation: typeof conversations.$inferSelect & { customer: string },
  until: Date,
): Promise<void> {
  await tx
    .update(conversations)
    .set({
      state: "snoozed",
      snoozedUntil: until,
      snoozedBy: userOf(ctx.actor),
      snoozedWaitingSince: conversation.waitingSince ?? conversation.snoozedWaitingSince,
      waitingSince: null,
      updatedAt: ctx.clock.now(),
    })
    .where(ours(ctx, conversation.id));
  notifyPages(tx, ctx.orgId, "conversations");
  await record(tx, ctx, conversationSnoozed, {
    subject: conversation.id,
    data: { contact: conversation.customer, until: until.toISOString() },
  });
}

async function momentOf(tx: Tx, ctx: OrgContext, until: FutureTime): Promise<Date> {
  const read = await readFutureTime(tx, ctx, until);
  if ("moment" in read) return read.moment;
  throw read.problem === "too_far"
    ? messagingError("conversation.bad_snooze:too_far", { field: "until", values: { days: maxSnoozeDays } })
    : messagingError("conversation.bad_snooze", { field: "until" });
}

/** A member has a place free, or the conversation looks for one. */
const lookForRoom = (tx: Tx, ctx: OrgContext) =>
  ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
