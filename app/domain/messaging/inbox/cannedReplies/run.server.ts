import type { Tx } from "#app/db/client.server.ts";
import type { MacroActions, MacroAssignee } from "#app/db/schema/messaging/inbox.ts";
import { assignIn, checkOwner } from "#app/domain/messaging/conversations/assign.server.ts";
import { assignTeamIn } from "#app/domain/messaging/conversations/assignTeam.server.ts";
import { relabel } from "#app/domain/messaging/conversations/changeLabels.server.ts";
import { changeStateIn } from "#app/domain/messaging/conversations/changeState.server.ts";
import { zoneOf } from "#app/domain/messaging/conversations/futureTime.server.ts";
import { lockConversation } from "#app/domain/messaging/conversations/owned.server.ts";
import { snoozeIn } from "#app/domain/messaging/conversations/snooze.server.ts";
import { snoozeTimes } from "#app/domain/messaging/conversations/snoozeTimes.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { macroRun } from "#app/domain/messaging/events.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { findQueued } from "#app/domain/messaging/messages/singleMessage.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { DomainError, notFound } from "#app/platform/errors.ts";
import { fillFor, findCanned } from "./queries.server.ts";

interface MacroRun {
  conversationId: string;
  cannedReplyId: string;
  /** Made once for each form: a form sent twice runs the macro once. */
  key: string;
  /** The last message, and the owner (empty: none), that the member saw. */
  seen: string;
  from: string;
}

/**
 * Runs a macro in a conversation: its reply is sent, labels are added, the conversation is assigned, and closed or snoozed.
 * All or nothing. `leaves`: it left the lists of work. @throws DomainError `canned_reply.not_found`, `conversation.moved_on`
 * when there are newer messages than the member saw, `conversation.taken`, `canned_reply.member_left`,
 * `canned_reply.team_deleted`, and those of the single acts
 */
export async function runMacro({ ctx, input }: Call<MacroRun>): Promise<{ title: string; leaves: boolean }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const conversation = await lockConversation(tx, ctx, input.conversationId);
    const { title, body, actions } = await findCanned(tx, ctx, input.cannedReplyId);
    if (actions === null) throw notFound("Canned reply");
    const done = { title, leaves: actions.end !== null };
    if (await isRepeated(tx, ctx, input, body)) return done;
    if (input.seen !== (conversation.lastMessageId ?? "")) throw messagingError("conversation.moved_on");
    if (actions.assignee) await checkOwner(tx, ctx, conversation, input.from);
    if (body !== "") await reply(tx, ctx, input, body);
    await act(tx, ctx, input.conversationId, actions);
    await record(tx, ctx, macroRun, {
      subject: conversation.id,
      data: { contact: conversation.customer, macro: title },
    });
    return done;
  });
}

const replyKey = ({ key, cannedReplyId }: MacroRun) => `${key}:macro:${cannedReplyId}`;

/** A macro without a reply may run twice: each of its acts changes nothing then. */
async function isRepeated(tx: Tx, ctx: OrgContext, input: MacroRun, body: string): Promise<boolean> {
  if (body === "") return false;
  const open = await openForSending(tx, ctx, input.conversationId);
  return (await findQueued(tx, ctx, open, replyKey(input))) !== undefined;
}

async function reply(tx: Tx, ctx: OrgContext, input: MacroRun, body: string): Promise<void> {
  const open = await openForSending(tx, ctx, input.conversationId);
  const text = await fillFor(tx, ctx, body, open.contact);
  await queueMessage(tx, ctx, open, {
    key: replyKey(input),
    body: text,
    content: { type: "text" },
    isFirst: true,
  });
}

async function act(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  { labels, assignee, end }: MacroActions,
): Promise<void> {
  if (labels.length > 0) await relabel(tx, ctx, conversationId, { add: labels, remove: [] });
  if (assignee) await assign(tx, ctx, conversationId, assignee);
  if (end === "close") await changeStateIn(tx, ctx, { conversationId, state: "closed" });
  else if (end) {
    const until = snoozeTimes(ctx.clock.now(), await zoneOf(tx, ctx))[end];
    await snoozeIn(tx, ctx, { conversationId, until });
  }
}

/** The refusals of an assignee that no longer exists. */
const goneAssignees = {
  "member.not_found": "canned_reply.member_left",
  "team.not_found": "canned_reply.team_deleted",
} as const;

async function assign(
  tx: Tx,
  ctx: OrgContext,
  conversationId: string,
  assignee: MacroAssignee,
): Promise<void> {
  // The reply may have assigned it to its author.
  const { assignedTo, teamId } = await lockConversation(tx, ctx, conversationId);
  const seen = { conversationId, from: assignedTo ?? "" };
  try {
    if (assignee.to === "team")
      await assignTeamIn(tx, ctx, { ...seen, teamId: assignee.teamId, fromTeam: teamId ?? "" });
    else {
      const memberId = assignee.to === "runner" ? (userOf(ctx.actor) ?? "") : assignee.memberId;
      await assignIn(tx, ctx, { ...seen, memberId });
    }
  } catch (error) {
    if (!(error instanceof DomainError) || !Object.hasOwn(goneAssignees, error.code)) throw error;
    throw messagingError(goneAssignees[error.code as keyof typeof goneAssignees]);
  }
}
