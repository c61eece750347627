import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import {
  conversationHandedOn,
  conversationsHandedOn,
  conversationTaken,
} from "#app/domain/messaging/events.ts";
import { nameOfMember } from "#app/domain/messaging/inboxSettings/duty.server.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { lockConversation, ours } from "./owned.server.ts";

/**
 * Assigns an unassigned conversation to the caller. Of two in the same second one gets it, and the other is
 * shown who. @throws DomainError `conversation.not_found`, `conversation.taken`
 */
export async function claimConversation({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>) {
  const me = userOf(ctx.actor);
  if (me === null) throw notFound("Member");
  return assignConversation({ ctx, input: { conversationId, memberId: me, from: "" } });
}

/**
 * Assigns a conversation to a member, or unassigns it with an empty `memberId`. `from` is the owner that the
 * caller saw (empty: none): if it changed since, it stays. @throws DomainError `conversation.not_found`,
 * `conversation.taken`, `member.not_found`
 */
export const assignConversation = ({ ctx, input }: Call<Assignment>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => assignIn(tx, ctx, input));

interface Assignment {
  conversationId: string;
  memberId: string;
  from: string;
}

/** The same, in a transaction that does more. */
export async function assignIn(
  tx: Tx,
  ctx: OrgContext,
  input: Assignment,
): Promise<{ assignedTo: string | null; changed: boolean }> {
  const to = input.memberId === "" ? null : input.memberId;
  const conversation = await lockConversation(tx, ctx, input.conversationId);
  const name = to === null ? null : await nameOfMember(tx, ctx, to);
  if (conversation.assignedTo === to) return { assignedTo: to, changed: false };
  await checkOwner(tx, ctx, conversation, input.from);
  await give(tx, ctx, conversation, { to, name, notifies: true });
  // A member gained capacity, or the conversation needs a member.
  await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
  return { assignedTo: to, changed: true };
}

/** @throws DomainError `conversation.taken` when its owner is no longer the one that the caller saw (empty: none). */
export async function checkOwner(
  tx: Tx,
  ctx: OrgContext,
  { assignedTo }: { assignedTo: string | null },
  from: string,
): Promise<void> {
  if ((assignedTo ?? "") !== from)
    throw taken(assignedTo === null ? null : await nameOfMember(tx, ctx, assignedTo));
}

/** `notifies`: the new owner is notified. */
async function give(
  tx: Tx,
  ctx: OrgContext,
  conversation: { id: string; customer: string },
  { to, name, notifies }: { to: string | null; name: string | null; notifies: boolean },
): Promise<void> {
  await tx.update(conversations).set({ assignedTo: to }).where(ours(ctx, conversation.id));
  notifyPages(tx, ctx.orgId, "conversations");
  const subject = conversation.id;
  const contact = conversation.customer;
  if (to !== null && to === userOf(ctx.actor))
    await record(tx, ctx, conversationTaken, { subject, data: { contact } });
  else
    await record(tx, ctx, conversationHandedOn, {
      subject,
      data: { contact, to: name },
      named: to === null || !notifies ? [] : [to],
    });
}

/**
 * Assigns many conversations to a member, or unassigns them with an empty `memberId`. `owners` are those that
 * the caller saw; conversations whose owner changed since stay, and are counted as `left`. @throws
 * DomainError `conversation.not_found`, `member.not_found`
 */
export async function assignConversations({
  ctx,
  input,
}: Call<{ conversationIds: string[]; memberId: string; owners: Record<string, string> }>): Promise<{
  assigned: number;
  left: number;
}> {
  const to = input.memberId === "" ? null : input.memberId;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const name = to === null ? null : await nameOfMember(tx, ctx, to);
    const done = { assigned: 0, left: 0 };
    // In one order, to avoid deadlocks.
    for (const id of [...new Set(input.conversationIds)].sort()) {
      const conversation = await lockConversation(tx, ctx, id);
      if (conversation.assignedTo === to) continue;
      const seen = Object.hasOwn(input.owners, id) ? input.owners[id]! : "";
      if ((conversation.assignedTo ?? "") !== seen) done.left += 1;
      else {
        await give(tx, ctx, conversation, { to, name, notifies: false });
        done.assigned += 1;
      }
    }
    if (done.assigned === 0) return done;
    if (to !== null && to !== userOf(ctx.actor))
      await record(tx, ctx, conversationsHandedOn, {
        subject: null,
        data: { conversations: done.assigned },
        named: [to],
      });
    await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
    return done;
  });
}

const taken = (owner: string | null) =>
  owner === null
    ? messagingError("conversation.taken:let_go")
    : messagingError("conversation.taken", { values: { owner } });
