import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const memberRoles = ["owner", "admin", "agent"] as const;
export type MemberRole = (typeof memberRoles)[number];

export const roleNames: Record<MemberRole, string> = {
  get owner() {
    return m.common_owner();
  },
  get admin() {
    return m.organisation_admin();
  },
  get agent() {
    return m.organisation_agent();
  },
};

/** What a role may do, in a sentence for the choice of one. */
export const roleHints: Record<MemberRole, string> = {
  get owner() {
    return m.labels_everything_other_owners_too();
  },
  get admin() {
    return m.labels_everything_but_owners();
  },
  get agent() {
    return m.labels_chats_and_contacts_sees_templates_and();
  },
};
