import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const memberRoles = ["owner", "admin", "agent"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const roleNames: Record<MemberRole, string> = lazy({
  owner: m.common_owner,
  admin: m.organisation_members_admin,
  agent: m.organisation_members_agent,
});

/** What a role may do, in a sentence for the choice of one. */
export const roleHints: Record<MemberRole, string> = lazy({
  owner: m.organisation_role_hints_owner,
  admin: m.organisation_role_hints_admin,
  agent: m.organisation_role_hints_agent,
});
