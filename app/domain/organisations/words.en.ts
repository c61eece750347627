import type { WordsOf } from "#app/domain/record/eventWords.ts";
import type * as events from "./events.ts";

/** What happened to a member, and to those whom they had invited. */
const andTakenBack = (said: string, emails: string[]) =>
  emails.length === 0 ? said : `${said} ${`Their invitations were taken back: ${emails.join(", ")}.`}`;

const nameOfKey = ({ ending, name }: { ending: string; name?: string | undefined }) =>
  name === undefined ? `API key ending in ${ending}` : `API key “${name}” ending in ${ending}`;

export const organisationWords: WordsOf<typeof events> = {
  "member.invited": ({ email, role }) => ({
    title: "Member invited",
    details: `${email} was invited as ${role}.`,
  }),
  "invitation.resent": ({ email }) => ({
    title: "Invitation sent again",
    details: `${email} got a new link.`,
  }),
  "invitation.revoked": ({ email }) => ({
    title: "Invitation revoked",
    details: `The invitation for ${email} was revoked.`,
  }),
  "member.joined": ({ email, role }) => ({
    title: "Member joined",
    details: `${email} joined as ${role}.`,
    told: { title: "A new member", body: `${email} accepted the invitation and joined as ${role}.` },
  }),
  "member.role_changed": ({ email, was, role, invitationsRevoked }) => ({
    title: "Role changed",
    details: andTakenBack(`${email} was ${was} and is now ${role}.`, invitationsRevoked),
  }),
  "member.removed": ({ email, role, invitationsRevoked }) => ({
    title: "Member removed",
    details: andTakenBack(`${email} (${role}) is no longer a member; their sessions ended.`, invitationsRevoked),
  }),
  "member.left": ({ email, role, invitationsRevoked }) => ({
    title: "Member left",
    details: andTakenBack(`${email} (${role}) left the organisation; their sessions ended.`, invitationsRevoked),
  }),
  "organisation.renamed": ({ name }) => ({
    title: "Organisation renamed",
    details: `The organisation is now called ${name}.`,
  }),
  "organisation.switched": ({ email, organisation }) => ({
    title: "Organisation switched",
    details: `${email} switched to ${organisation}.`,
  }),
  "data.retention_changed": ({ days }) => ({
    title: "Retention changed",
    details: `Conversations are kept for ${days} days after their last message.`,
  }),
  "support.switched": ({ allowed }) => ({
    title: allowed ? "Support view allowed" : "Support view switched off",
    details: allowed
      ? "Support staff may open the workspace, with a reason."
      : "Nobody of the platform can open the workspace.",
  }),
  "support.opened": ({ staff, said, ticket, minutes }) => ({
    title: "Support opened your workspace",
    details: ticket
      ? `${staff}, read only for ${minutes} minutes. Reason: ${said} (ticket ${ticket})`
      : `${staff}, read only for ${minutes} minutes. Reason: ${said}`,
  }),
  "support.acting": ({ staff, said }) => ({
    title: "Support may change things",
    details: `${staff} asked to do more than look. Reason: ${said}`,
  }),
  "support.ended": ({ because }) => ({
    title: "Support left your workspace",
    details: {
      staff: "They ended the visit.",
      time: "The time was over.",
      switched_off: "The support view was switched off.",
    }[because],
  }),
  "api_key.created": (key) => ({ title: "API key created", details: nameOfKey(key) }),
  "api_key.regenerated": (key) => ({ title: "API key regenerated", details: nameOfKey(key) }),
  "api_key.revoked": (key) => ({ title: "API key revoked", details: nameOfKey(key) }),
};
