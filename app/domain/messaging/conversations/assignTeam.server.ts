import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationQueued } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { nameOfTeam } from "#app/domain/messaging/teams/queries.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { checkOwner } from "./assign.server.ts";
import { lockConversation, ours } from "./owned.server.ts";

interface Assignment {
  conversationId: string;
  /** Empty: the organisation's queue. */
  teamId: string;
  /** The owner and the team that the caller saw; empty: none. */
  from: string;
  fromTeam: string;
}

/**
 * Puts a conversation into a team's queue, unassigned; with an empty `teamId` into the organisation's, where it keeps its
 * member. @throws DomainError `conversation.not_found`, `conversation.taken`, `conversation.team_changed`, `team.not_found`
 */
export const assignTeam = ({ ctx, input }: Call<Assignment>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => assignTeamIn(tx, ctx, input));

/** The same, in a transaction that does more. */
export async function assignTeamIn(
  tx: Tx,
  ctx: OrgContext,
  input: Assignment,
): Promise<{ teamId: string | null; changed: boolean }> {
  const to = input.teamId === "" ? null : input.teamId;
  const conversation = await lockConversation(tx, ctx, input.conversationId);
  const name = to === null ? null : await nameOfTeam(tx, ctx, to);
  const assignedTo = to === null ? conversation.assignedTo : null;
  if (conversation.teamId === to && conversation.assignedTo === assignedTo)
    return { teamId: to, changed: false };
  await checkOwner(tx, ctx, conversation, input.from);
  if ((conversation.teamId ?? "") !== input.fromTeam) throw await changedTeam(tx, ctx, conversation.teamId);
  await tx.update(conversations).set({ teamId: to, assignedTo }).where(ours(ctx, conversation.id));
  notifyPages(tx, ctx.orgId, "conversations");
  await record(tx, ctx, conversationQueued, {
    subject: conversation.id,
    data: { contact: conversation.customer, team: name },
  });
  await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
  return { teamId: to, changed: true };
}

const changedTeam = async (tx: Tx, ctx: OrgContext, teamId: string | null) =>
  teamId === null
    ? messagingError("conversation.team_changed:none")
    : messagingError("conversation.team_changed", { values: { team: await nameOfTeam(tx, ctx, teamId) } });
