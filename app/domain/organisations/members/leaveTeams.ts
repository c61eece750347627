import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** Ends a leaving member's part in the inbox, which a later room owns: their teams and conversations. */
export type LeaveTeams = (tx: Tx, ctx: OrgContext, memberId: string) => Promise<void>;

let registered: LeaveTeams | undefined;

/** Called once per process, before a membership ends. */
export const registerLeaveTeams = (leave: LeaveTeams): void => {
  registered = leave;
};

/** @throws Error when none is registered: managers must be notified of a team without members. */
export const leaveTeams: LeaveTeams = (...args) => {
  if (!registered) throw new Error("Register what ends a member's part in teams before a membership ends");
  return registered(...args);
};
