import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { localeNames } from "#app/platform/locale/locale.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type * as events from "./events.ts";

const signedIn = (email: string, secondFactor: "app" | "backup" | "none") => {
  if (secondFactor === "app") return m.events_signed_in_with_app({ email });
  return secondFactor === "backup"
    ? m.events_signed_in_with_backup_code({ email })
    : m.events_signed_in_with_password({ email });
};

export const accountWords: WordsOf<typeof events> = {
  "account.created": ({ email, organisation }) => ({
    title: m.events_account_created_title(),
    details: m.events_account_created_details({ email, organisation }),
  }),
  "sign_up.repeated": ({ email }) => ({
    title: m.events_sign_up_repeated_title(),
    details: m.events_sign_up_repeated_details({ email }),
  }),
  "sign_up.known_address": ({ email }) => ({
    title: m.events_sign_up_known_address_title(),
    details: m.events_sign_up_known_address_details({ email }),
  }),
  "verification_code.sent": ({ email }) => ({
    title: m.events_verification_code_sent_title(),
    details: m.events_verification_code_sent_details({ email }),
  }),
  "email.verified": ({ email, choosesPassword }) => ({
    title: m.events_email_verified_title(),
    details: choosesPassword
      ? m.events_email_verified_password_link({ email })
      : m.events_email_verified_by_code({ email }),
  }),
  "session.signed_in": ({ email, secondFactor }) => ({
    title: m.events_session_signed_in_title(),
    details: signedIn(email, secondFactor),
  }),
  "session.signed_out": ({ email }) => ({
    title: m.events_session_signed_out_title(),
    details: m.events_session_signed_out_details({ email }),
  }),
  "sessions.ended": ({ sessions }) => ({
    title: m.events_sessions_ended_title(),
    details:
      sessions === 1
        ? m.events_sessions_ended_one()
        : m.events_sessions_ended_several({ sessions: counted(m.counts_sessions, sessions) }),
  }),
  "sign_in.refused": ({ email, times }) => ({
    title: m.events_sign_in_refused_title(),
    details:
      times === 1
        ? m.events_sign_in_refused_once({ email })
        : m.events_sign_in_refused_repeatedly({ times: formatCount(times), email }),
  }),
  "password.reset_link_sent": ({ email }) => ({
    title: m.events_password_reset_link_sent_title(),
    details: m.events_verification_code_sent_details({ email }),
  }),
  "password.reset": ({ email }) => ({
    title: m.events_password_reset_title(),
    details: m.events_password_reset_details({ email }),
  }),
  "password.changed": ({ email }) => ({
    title: m.events_password_changed_title(),
    details: m.events_password_changed_details({ email }),
  }),
  "second_factor.started": ({ email }) => ({
    title: m.events_second_factor_started_title(),
    details: m.events_second_factor_started_details({ email }),
  }),
  "second_factor.on": ({ email }) => ({
    title: m.events_second_factor_on_title(),
    details: m.events_second_factor_on_details({ email }),
  }),
  "second_factor.off": ({ email }) => ({
    title: m.events_second_factor_off_title(),
    details: m.events_second_factor_off_details({ email }),
  }),
  "second_factor.refused": ({ email }) => ({
    title: m.events_second_factor_refused_title(),
    details: m.events_second_factor_refused_details({ email }),
  }),
  "second_factor.backup_codes_renewed": ({ email }) => ({
    title: m.events_backup_codes_renewed_title(),
    details: m.events_backup_codes_renewed_details({ email }),
  }),
  "email_change.started": ({ email, newEmail }) => ({
    title: m.events_email_change_started_title(),
    details: m.events_email_change_started_details({ email, newEmail }),
  }),
  "email_change.code_resent": ({ newEmail }) => ({
    title: m.events_email_change_code_resent_title(),
    details: m.events_email_change_code_resent_details({ newEmail }),
  }),
  "email_change.given_up": ({ email, newEmail }) => ({
    title: m.events_email_change_given_up_title(),
    details: m.events_email_change_given_up_details({ email, newEmail }),
  }),
  "email_change.known_address": ({ newEmail }) => ({
    title: m.events_email_change_known_address_title(),
    details: m.events_email_change_known_details({ newEmail }),
  }),
  "email.changed": ({ email, newEmail }) => ({
    title: m.events_email_changed_title(),
    details: m.events_email_changed_details({ email, newEmail }),
  }),
  "profile.updated": ({ businessName }) => ({
    title: m.events_profile_updated_title(),
    details:
      businessName === undefined
        ? m.events_profile_updated_details()
        : m.events_profile_updated_business_name({ businessName }),
  }),
  "profile.picture_changed": ({ email }) => ({
    title: m.events_profile_picture_changed_title(),
    details: m.events_profile_picture_changed_details({ email }),
  }),
  "profile.picture_removed": ({ email }) => ({
    title: m.events_profile_picture_removed_title(),
    details: m.events_profile_picture_removed_details({ email }),
  }),
  "settings.language_changed": ({ locale }) => ({
    title: m.events_settings_language_changed_title(),
    details: m.events_settings_language_changed_details({ language: localeNames[locale] }),
  }),
  "settings.lite_mode_changed": ({ liteMode }) => ({
    title: m.events_settings_lite_mode_changed_title(),
    details: liteMode ? m.events_lite_mode_on() : m.events_lite_mode_off(),
  }),
  "account.made_admin": ({ email }) => ({
    title: m.events_account_made_admin_title(),
    details: m.events_account_made_admin_details({ email }),
  }),
};
