import { z } from "zod";

export const memberRoles = ["owner", "admin", "agent"] as const;
export type MemberRole = (typeof memberRoles)[number];
export const memberRole = z.enum(memberRoles, "Choose a role.");

/** An owner is made of a member, never invited. */
export const invitationRoles = ["admin", "agent"] as const;
export const invitationRole = z.enum(invitationRoles, "Choose a role.");

export const invitationDays = 7;

export const invitationToken = z.string({ error: "The link is not complete." }).min(1).max(200);

/** What a role may do, in a sentence for the choice of one. */
export const roleHints: Record<MemberRole, string> = {
  owner: "Everything, other owners too",
  admin: "Everything but owners",
  agent: "Chats, contacts, templates and campaigns; no settings, no members",
};
