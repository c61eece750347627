import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

/** A member's event, with those they had invited. */
const andTakenBack = (said: string, emails: string[]) =>
  emails.length === 0
    ? said
    : `${said} ${m.events_their_invitations_were_taken_back({ emails: emails.join(", ") })}`;

const nameOfKey = ({ ending, name }: { ending: string; name?: string | undefined }) =>
  name === undefined
    ? m.events_api_key_ending_in({ ending })
    : m.events_api_key_ending_in_2({ name, ending });

export const organisationWords: WordsOf<typeof events> = {
  "member.invited": ({ email, role }) => ({
    title: m.events_member_invited(),
    details: m.events_was_invited_as({ email, role }),
  }),
  "invitation.resent": ({ email }) => ({
    title: m.events_invitation_sent_again(),
    details: m.events_got_a_new_link({ email }),
  }),
  "invitation.revoked": ({ email }) => ({
    title: m.events_invitation_revoked(),
    details: m.events_the_invitation_for_was_revoked({ email }),
  }),
  "member.joined": ({ email, role }) => ({
    title: m.events_member_joined(),
    details: m.events_joined_as({ email, role }),
    told: {
      title: m.events_a_new_member(),
      body: m.events_accepted_the_invitation_and_joined_as({ email, role }),
    },
  }),
  "member.role_changed": ({ email, was, role, invitationsRevoked }) => ({
    title: m.events_role_changed(),
    details: andTakenBack(m.events_was_and_is_now({ email, was, role }), invitationsRevoked),
  }),
  "member.removed": ({ email, role, invitationsRevoked }) => ({
    title: m.events_member_removed(),
    details: andTakenBack(m.events_is_no_longer_a_member({ email, role }), invitationsRevoked),
  }),
  "member.left": ({ email, role, invitationsRevoked }) => ({
    title: m.events_member_left(),
    details: andTakenBack(m.events_left_the_organisation({ email, role }), invitationsRevoked),
  }),
  "organisation.renamed": ({ name }) => ({
    title: m.events_organisation_renamed(),
    details: m.events_the_organisation_is_now_called({ name }),
  }),
  "organisation.switched": ({ email, organisation }) => ({
    title: m.events_organisation_switched(),
    details: m.events_switched_to({ email, organisation }),
  }),
  "data.retention_changed": ({ days }) => ({
    title: m.events_retention_changed(),
    details: m.events_conversations_are_kept_for_days_after({ days }),
  }),
  "support.switched": ({ allowed }) => ({
    title: allowed ? m.events_support_view_allowed() : m.events_support_view_switched_off(),
    details: allowed
      ? m.events_support_staff_may_open_the_workspace()
      : m.events_nobody_of_the_platform_can_open(),
  }),
  "support.opened": ({ staff, said, ticket, minutes }) => ({
    title: m.events_support_opened_your_workspace(),
    details: ticket
      ? m.events_read_only_for_minutes_reason_ticket({ staff, minutes, said, ticket })
      : m.events_read_only_for_minutes_reason({ staff, minutes, said }),
  }),
  "support.acting": ({ staff, said }) => ({
    title: m.events_support_may_change_things(),
    details: m.events_asked_to_do_more_than_look({ staff, said }),
  }),
  "support.ended": ({ because }) => ({
    title: m.events_support_left_your_workspace(),
    details: {
      staff: m.events_they_ended_the_visit(),
      time: m.events_the_time_was_over(),
      switched_off: m.events_the_support_view_was_switched_off(),
    }[because],
  }),
  "api_key.created": (key) => ({ title: m.events_api_key_created(), details: nameOfKey(key) }),
  "api_key.regenerated": (key) => ({ title: m.events_api_key_regenerated(), details: nameOfKey(key) }),
  "api_key.revoked": (key) => ({ title: m.events_api_key_revoked(), details: nameOfKey(key) }),
};
