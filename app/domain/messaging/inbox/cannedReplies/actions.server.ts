import type { Tx } from "#app/db/client.server.ts";
import type { MacroActions, MacroAssignee } from "#app/db/schema/messaging/inbox.ts";
import { nameOfMember } from "#app/domain/messaging/inboxSettings/duty.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** The actions of a macro, as its form gives them. */
export interface ActionsInput {
  labels: string[];
  /** It assigns to the member who runs it; else to `memberId`, empty: to no one. */
  assignsToRunner: boolean;
  memberId: string;
  end: NonNullable<MacroActions["end"]> | "";
}

/** The actions as they are stored; null without any. @throws DomainError `member.not_found` */
export async function actionsOf(
  tx: Tx,
  ctx: OrgContext,
  { labels, assignsToRunner, memberId, end }: ActionsInput,
): Promise<MacroActions | null> {
  if (!assignsToRunner && memberId !== "") await nameOfMember(tx, ctx, memberId);
  const assignee = assigneeOf(assignsToRunner, memberId);
  if (labels.length === 0 && assignee === null && end === "") return null;
  return { labels, assignee, end: end || null };
}

function assigneeOf(assignsToRunner: boolean, memberId: string): MacroAssignee | null {
  if (assignsToRunner) return { to: "runner" };
  return memberId === "" ? null : { to: "member", memberId };
}
