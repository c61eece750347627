import { type DomainError, errorsOf } from "#app/platform/errors.ts";
import { m } from "#messages";

/** What this room refuses, and what people are told. */
export const accountsError = /* @__PURE__ */ errorsOf({
  "auth.changed": {
    kind: "unauthenticated",
    text: m.errors_your_password_was_changed_just_now,
  },
  "auth.invalid_credentials": { kind: "unauthenticated", text: m.errors_invalid_email_or_password },
  "auth.required": { kind: "unauthenticated", text: m.errors_please_sign_in },
  "auth.second_factor_closed": {
    kind: "forbidden",
    text: m.errors_too_many_wrong_codes_were_entered,
  },
  "auth.second_factor_expired": {
    kind: "unauthenticated",
    text: m.errors_that_took_too_long_please_sign,
  },
  "auth.second_factor_wrong": {
    kind: "invalid",
    text: m.errors_this_code_is_not_right_or,
  },
  "auth.suspended": {
    kind: "forbidden",
    text: m.errors_this_account_is_suspended_please_contact,
  },
  "auth.unverified": {
    kind: "forbidden",
    text: m.errors_please_verify_your_email_first_we,
  },
  "email_change.none": {
    kind: "conflict",
    text: m.errors_no_change_of_your_email_is,
  },
  "email_change.taken": {
    kind: "conflict",
    text: m.errors_this_address_became_the_email_of,
  },
  "organisation.suspended": {
    kind: "forbidden",
    text: m.errors_is_suspended_for_your_organisation_the,
  },
  "otp.exhausted": {
    kind: "invalid",
    text: m.errors_a_wrong_code_was_entered_too,
  },
  "otp.expired": { kind: "invalid", text: m.errors_this_code_has_expired_please_request },
  "otp.resend_too_soon": { kind: "too_many", text: m.errors_please_wait_before_you_request_a },
  "otp.used": { kind: "invalid", text: m.errors_this_code_cant_be_used_any },
  "otp.used:sign_up": {
    kind: "invalid",
    text: m.errors_this_code_was_already_used_your,
  },
  "otp.wrong": {
    kind: "invalid",
    text: m.errors_this_code_is_not_right_check,
  },
  "otp.wrong:sign_up": {
    kind: "invalid",
    text: m.errors_this_code_is_not_right_or_2,
  },
  "password.required": { kind: "invalid", text: m.errors_enter_your_current_password_to_change },
  "password.too_common": {
    kind: "invalid",
    text: m.errors_this_password_is_on_lists_of,
  },
  "password.too_common:business": {
    kind: "invalid",
    text: m.errors_your_password_must_not_be_the,
  },
  "password.too_common:email": {
    kind: "invalid",
    text: m.errors_your_password_must_not_be_your,
  },
  "password.wrong": { kind: "invalid", text: m.errors_current_password_is_incorrect },
  "password_reset.link_invalid": {
    kind: "invalid",
    text: m.errors_this_link_is_not_valid_any,
  },
  "profile.name_is_the_owners": {
    kind: "forbidden",
    text: m.errors_ask_an_owner_or_admin_of,
  },
  "profile_picture.missing": { kind: "invalid", text: m.errors_choose_a_picture_first },
  "profile_picture.not_a_picture": {
    kind: "invalid",
    text: m.errors_this_file_is_not_a_png,
  },
  "profile_picture.too_large": {
    kind: "too_large",
    text: m.errors_the_picture_is_larger_than_10,
  },
  "profile_picture.too_many_pixels": {
    kind: "invalid",
    text: m.errors_the_picture_has_million_pixels_which,
  },
  "rate_limit.exceeded": {
    kind: "too_many",
    text: m.errors_too_many_attempts_please_wait_and,
  },
  "second_factor.not_started": {
    kind: "conflict",
    text: m.errors_there_is_no_setup_to_confirm,
  },
  "second_factor.on": { kind: "conflict", text: m.errors_an_authenticator_app_is_set_up },
  "second_factor.wrong_code": {
    kind: "invalid",
    text: m.errors_this_code_is_not_right_check_2,
  },
  "second_factor.wrong_code:or_backup": {
    kind: "invalid",
    text: m.errors_this_code_is_not_right_enter,
  },
  "user.not_found": {
    kind: "not_found",
    text: m.errors_there_is_no_account_with_the,
  },
  "user.not_verified": {
    kind: "conflict",
    text: m.errors_the_address_is_not_verified_enter,
  },
  "user.suspended": { kind: "forbidden", text: m.errors_the_account_is_suspended },
});

/** Told only to who has proven to be the user. */
export function accountSuspended(): DomainError {
  return accountsError("auth.suspended");
}
