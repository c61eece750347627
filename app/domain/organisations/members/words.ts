/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

export const memberRoles = ["owner", "admin", "agent"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What a role may do, in a sentence for the choice of one. */
export const roleHints: Record<MemberRole, string> = {
  owner: "Everything, other owners too",
  admin: "Everything but owners",
  agent: "Chats and contacts; sees templates and campaigns, changes no settings",
};
