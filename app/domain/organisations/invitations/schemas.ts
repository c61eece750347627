import { z } from "zod";
import { m } from "#messages";

/** An owner is made of a member, never invited. */
export const invitationRoles = ["admin", "agent"] as const;

export const invitationRole = z.enum(invitationRoles, { error: m.checks_choose_a_role_2 });

export const invitationDays = 7;

export const invitationToken = z.string({ error: m.checks_the_link_is_not_complete }).min(1).max(200);
