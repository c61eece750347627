import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const memberRoles = ["owner", "admin", "agent"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const roleNames: Record<MemberRole, string> = lazy({
  owner: m.common_owner,
  admin: m.organisation_admin,
  agent: m.organisation_agent,
});

/** What a role may do, in a sentence for the choice of one. */
export const roleHints: Record<MemberRole, string> = lazy({
  owner: m.labels_everything_other_owners_too,
  admin: m.labels_everything_but_owners,
  agent: m.labels_chats_and_contacts_sees_templates_and,
});
