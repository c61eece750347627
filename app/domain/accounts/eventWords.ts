import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { localeNames } from "#app/platform/locale/locale.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const signedIn = (email: string, secondFactor: "app" | "backup" | "none") => {
  if (secondFactor === "app") return m.events_signed_in_with_an_authenticator_app({ email });
  return secondFactor === "backup"
    ? m.events_signed_in_with_a_backup_code({ email })
    : m.events_signed_in({ email });
};

export const accountWords: WordsOf<typeof events> = {
  "account.created": ({ email, organisation }) => ({
    title: m.events_account_created(),
    details: m.events_signed_up_for({ email, organisation }),
  }),
  "sign_up.repeated": ({ email }) => ({
    title: m.events_sign_up_repeated(),
    details: m.events_filled_in_the_sign_up_form({ email }),
  }),
  "sign_up.known_address": ({ email }) => ({
    title: m.events_sign_up_with_a_known_address(),
    details: m.events_somebody_tried_to_sign_up_as({ email }),
  }),
  "verification_code.sent": ({ email }) => ({
    title: m.events_verification_code_sent(),
    details: m.events_sent_to({ email }),
  }),
  "email.verified": ({ email, choosesPassword }) => ({
    title: m.events_email_verified(),
    details: choosesPassword
      ? m.events_was_verified_by_a_code_the({ email })
      : m.events_was_verified_by_a_code({ email }),
  }),
  "session.signed_in": ({ email, secondFactor }) => ({
    title: m.events_signed_in_2(),
    details: signedIn(email, secondFactor),
  }),
  "session.signed_out": ({ email }) => ({
    title: m.events_signed_out(),
    details: m.events_signed_out_2({ email }),
  }),
  "sessions.ended": ({ sessions }) => ({
    title: m.events_signed_out_elsewhere(),
    details:
      sessions === 1
        ? m.events_one_session_was_ended()
        : m.events_were_ended({ sessions: counted(m.counts_sessions, sessions) }),
  }),
  "sign_in.refused": ({ email, times }) => ({
    title: m.events_sign_in_refused(),
    details:
      times === 1
        ? m.events_a_wrong_password_for({ email })
        : m.events_wrong_passwords_for_in_ten_minutes({ times: formatCount(times), email }),
  }),
  "password.reset_link_sent": ({ email }) => ({
    title: m.events_password_reset_link_sent(),
    details: m.events_sent_to({ email }),
  }),
  "password.reset": ({ email }) => ({
    title: m.events_password_reset(),
    details: m.events_chose_a_new_password_with_a({ email }),
  }),
  "password.changed": ({ email }) => ({
    title: m.events_password_changed(),
    details: m.events_changed_the_password_other_sessions_ended({ email }),
  }),
  "second_factor.started": ({ email }) => ({
    title: m.events_two_step_verification_started(),
    details: m.events_began_to_set_up_an_authenticator({ email }),
  }),
  "second_factor.on": ({ email }) => ({
    title: m.events_two_step_verification_on(),
    details: m.events_set_up_an_authenticator_app_other({ email }),
  }),
  "second_factor.off": ({ email }) => ({
    title: m.events_two_step_verification_off(),
    details: m.events_turned_the_authenticator_app_off({ email }),
  }),
  "second_factor.refused": ({ email }) => ({
    title: m.events_wrong_two_step_code(),
    details: m.events_somebody_gave_the_right_password_of({ email }),
  }),
  "second_factor.backup_codes_renewed": ({ email }) => ({
    title: m.events_backup_codes_renewed(),
    details: m.events_created_new_backup_codes_the_old({ email }),
  }),
  "email_change.started": ({ email, newEmail }) => ({
    title: m.events_email_change_started(),
    details: m.events_is_to_become_once_the_code({ email, newEmail }),
  }),
  "email_change.code_resent": ({ newEmail }) => ({
    title: m.events_email_change_new_code(),
    details: m.events_another_code_was_asked_for_to({ newEmail }),
  }),
  "email_change.given_up": ({ email, newEmail }) => ({
    title: m.events_email_change_given_up(),
    details: m.events_stays_was_not_confirmed({ email, newEmail }),
  }),
  "email_change.known_address": ({ newEmail }) => ({
    title: m.events_email_change_to_a_known_address(),
    details: m.events_somebody_tried_to_make_the_email({ newEmail }),
  }),
  "email.changed": ({ email, newEmail }) => ({
    title: m.events_email_changed(),
    details: m.events_is_now_other_sessions_ended({ email, newEmail }),
  }),
  "profile.updated": ({ businessName }) => ({
    title: m.events_profile_updated(),
    details:
      businessName === undefined
        ? m.events_name_and_contact_details_were_saved()
        : m.events_the_business_name_is_now({ businessName }),
  }),
  "profile.picture_changed": ({ email }) => ({
    title: m.events_profile_picture_changed(),
    details: m.events_chose_a_new_picture({ email }),
  }),
  "profile.picture_removed": ({ email }) => ({
    title: m.events_profile_picture_removed(),
    details: m.events_removed_the_picture({ email }),
  }),
  "settings.language_changed": ({ locale }) => ({
    title: m.events_language_changed(),
    details: m.events_the_language_is({ language: localeNames[locale] }),
  }),
  "settings.lite_mode_changed": ({ liteMode }) => ({
    title: m.events_lite_mode_changed(),
    details: liteMode ? m.events_lite_mode_is_on() : m.events_lite_mode_is_off(),
  }),
  "account.made_admin": ({ email }) => ({
    title: m.events_made_an_administrator(),
    details: m.events_administers_the_platform_from_the_next({ email }),
  }),
};
