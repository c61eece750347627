import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
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
  "account.created": words(m.events_account_created_title, m.events_account_created_details),
  "sign_up.repeated": words(m.events_sign_up_repeated_title, m.events_sign_up_repeated_details),
  "sign_up.known_address": words(
    m.events_sign_up_known_address_title,
    m.events_sign_up_known_address_details,
  ),
  "verification_code.sent": words(
    m.events_verification_code_sent_title,
    m.events_verification_code_sent_details,
  ),
  "email.verified": ({ email, choosesPassword }) => ({
    title: m.events_email_verified_title(),
    details: choosesPassword
      ? m.events_email_verified_password_link({ email })
      : m.events_email_verified_by_code({ email }),
  }),
  "session.signed_in": words(m.events_session_signed_in_title, ({ email, secondFactor }) =>
    signedIn(email, secondFactor),
  ),
  "session.signed_out": words(m.events_session_signed_out_title, m.events_session_signed_out_details),
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
  "password.reset_link_sent": words(
    m.events_password_reset_link_sent_title,
    m.events_verification_code_sent_details,
  ),
  "password.reset": words(m.events_password_reset_title, m.events_password_reset_details),
  "password.changed": words(m.events_password_changed_title, m.events_password_changed_details),
  "second_factor.started": words(
    m.events_second_factor_started_title,
    m.events_second_factor_started_details,
  ),
  "second_factor.on": words(m.events_second_factor_on_title, m.events_second_factor_on_details),
  "second_factor.off": words(m.events_second_factor_off_title, m.events_second_factor_off_details),
  "second_factor.refused": words(
    m.events_second_factor_refused_title,
    m.events_second_factor_refused_details,
  ),
  "second_factor.backup_codes_renewed": words(
    m.events_backup_codes_renewed_title,
    m.events_backup_codes_renewed_details,
  ),
  "email_change.started": words(m.events_email_change_started_title, m.events_email_change_started_details),
  "email_change.code_resent": words(
    m.events_email_change_code_resent_title,
    m.events_email_change_code_resent_details,
  ),
  "email_change.given_up": words(
    m.events_email_change_given_up_title,
    m.events_email_change_given_up_details,
  ),
  "email_change.known_address": words(
    m.events_email_change_known_address_title,
    m.events_email_change_known_details,
  ),
  "email.changed": words(m.events_email_changed_title, m.events_email_changed_details),
  "profile.updated": ({ businessName }) => ({
    title: m.events_profile_updated_title(),
    details:
      businessName === undefined
        ? m.events_profile_updated_details()
        : m.events_profile_updated_business_name({ businessName }),
  }),
  "profile.picture_changed": words(
    m.events_profile_picture_changed_title,
    m.events_profile_picture_changed_details,
  ),
  "profile.picture_removed": words(
    m.events_profile_picture_removed_title,
    m.events_profile_picture_removed_details,
  ),
  "settings.language_changed": words(m.events_settings_language_changed_title, ({ locale }) =>
    m.events_settings_language_changed_details({ language: localeNames[locale] }),
  ),
  "settings.lite_mode_changed": ({ liteMode }) => ({
    title: m.events_settings_lite_mode_changed_title(),
    details: liteMode ? m.events_lite_mode_on() : m.events_lite_mode_off(),
  }),
  "account.made_admin": words(m.events_account_made_admin_title, m.events_account_made_admin_details),
};
