import { z } from "zod";
import { memberRoles } from "./words.ts";

export const memberRole = z.enum(memberRoles, "Choose a role.");

/** An owner is made of a member, never invited. */
export const invitationRoles = ["admin", "agent"] as const;
export const invitationRole = z.enum(invitationRoles, "Choose a role.");

export const invitationDays = 7;

export const invitationToken = z.string({ error: "The link is not complete." }).min(1).max(200);
