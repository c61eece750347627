import type { Tx } from "#app/db/client.server.ts";
import type { MacroActions, MacroAssignee } from "#app/db/schema/messaging/inbox.ts";
import { nameOfMember } from "#app/domain/messaging/inboxSettings/duty.server.ts";
import { nameOfTeam } from "#app/domain/messaging/teams/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** The actions of a macro, as its form gives them. */
export interface ActionsInput {
  labels: string[];
  /** It assigns to the member who runs it; else to `memberId`, else to `teamId`. Empty: none. */
  assignsToRunner: boolean;
  memberId: string;
  teamId: string;
  end: NonNullable<MacroActions["end"]> | "";
}

/** The actions as they are stored; null without any. @throws DomainError `member.not_found`, `team.not_found` */
export async function actionsOf(
  tx: Tx,
  ctx: OrgContext,
  { labels, end, ...choice }: ActionsInput,
): Promise<MacroActions | null> {
  if (choice.memberId !== "") await nameOfMember(tx, ctx, choice.memberId);
  if (choice.teamId !== "") await nameOfTeam(tx, ctx, choice.teamId);
  const assignee = assigneeOf(choice);
  if (labels.length === 0 && assignee === null && end === "") return null;
  return { labels, assignee, end: end || null };
}

function assigneeOf({
  assignsToRunner,
  memberId,
  teamId,
}: Pick<ActionsInput, "assignsToRunner" | "memberId" | "teamId">): MacroAssignee | null {
  if (assignsToRunner) return { to: "runner" };
  if (memberId !== "") return { to: "member", memberId };
  return teamId === "" ? null : { to: "team", teamId };
}
