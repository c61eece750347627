import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

/** A member's event, with those they had invited. */
const andTakenBack = (text: string, emails: string[]) =>
  emails.length === 0
    ? text
    : `${text} ${m.events_member_invitations_revoked({ emails: emails.join(", ") })}`;

const nameOfKey = ({ ending, name }: { ending: string; name?: string | undefined }) =>
  name === undefined ? m.events_api_key_unnamed({ ending }) : m.events_api_key_named({ name, ending });

export const organisationWords: WordsOf<typeof events> = {
  "member.invited": words(m.events_member_invited_title, m.events_member_invited_details),
  "invitation.resent": words(m.events_invitation_resent_title, m.events_invitation_resent_details),
  "invitation.revoked": words(m.events_invitation_revoked_title, m.events_invitation_revoked_details),
  "member.joined": ({ email, role }) => ({
    title: m.events_member_joined_title(),
    details: m.events_member_joined_details({ email, role }),
    notice: {
      title: m.events_member_joined_notice_title(),
      body: m.events_member_joined_notice_body({ email, role }),
    },
  }),
  "member.role_changed": ({ email, was, role, invitationsRevoked }) => ({
    title: m.events_member_role_changed_title(),
    details: andTakenBack(m.events_member_role_changed_details({ email, was, role }), invitationsRevoked),
  }),
  "member.removed": ({ email, role, invitationsRevoked }) => ({
    title: m.events_member_removed_title(),
    details: andTakenBack(m.events_member_removed_details({ email, role }), invitationsRevoked),
  }),
  "member.left": ({ email, role, invitationsRevoked }) => ({
    title: m.events_member_left_title(),
    details: andTakenBack(m.events_member_left_details({ email, role }), invitationsRevoked),
  }),
  "daily_ledger.closed": words(m.events_ledger_closed_title, ({ day, root }) =>
    m.events_ledger_closed_details({ day: longDay(day), root: root.slice(0, 16) }),
  ),
  "daily_ledgers.published": ({ isPublic }) => ({
    title: isPublic ? m.events_ledgers_published() : m.events_ledgers_unpublished(),
    details: "",
  }),
  "organisation.renamed": words(m.events_organisation_renamed_title, m.events_organisation_renamed_to),
  "organisation.first_steps_hidden": words(
    m.events_first_steps_hidden_title,
    m.events_first_steps_hidden_details,
  ),
  "organisation.switched": words(
    m.events_organisation_switched_title,
    m.events_organisation_switched_details,
  ),
  "data.retention_changed": words(
    m.events_data_retention_changed_title,
    m.events_data_retention_changed_details,
  ),
  "support.switched": ({ allowed }) => ({
    title: allowed ? m.events_support_allowed_title() : m.events_support_switched_off_title(),
    details: allowed ? m.events_support_allowed_details() : m.events_support_switched_off_details(),
  }),
  "support.opened": ({ staff, reason, ticket, minutes }) => ({
    title: m.events_support_opened_title(),
    details: ticket
      ? m.events_support_opened_with_ticket({ staff, minutes, reason, ticket })
      : m.events_support_opened_details({ staff, minutes, reason }),
  }),
  "support.acting": words(m.events_support_acting_title, m.events_support_acting_details),
  "support.ended": ({ because }) => ({
    title: m.events_support_ended_title(),
    details: {
      staff: m.events_support_ended_by_staff(),
      time: m.events_support_ended_by_time(),
      switched_off: m.events_support_ended_by_switch(),
    }[because],
  }),
  "api_key.created": (key) => ({ title: m.events_api_key_created_title(), details: nameOfKey(key) }),
  "api_key.regenerated": (key) => ({ title: m.events_api_key_regenerated_title(), details: nameOfKey(key) }),
  "api_key.revoked": (key) => ({ title: m.events_api_key_revoked_title(), details: nameOfKey(key) }),
};
