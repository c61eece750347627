import { z } from "zod";
import { m } from "#messages";

/** An owner is made of a member, never invited. */
export const invitationRoles = ["admin", "agent"] as const;

export const invitationRole = z.enum(invitationRoles, { error: m.checks_member_role_required });

export const invitationDays = 7;

export const invitationToken = z.string({ error: m.checks_invitation_link_incomplete }).min(1).max(200);
