import {
  absent,
  conflict,
  type DomainError,
  errorsOf,
  forbidden,
  invalid,
  tooLarge,
  tooMany,
  unauthenticated,
} from "#app/platform/errors.ts";
import { m } from "#messages";

/** The refusals of this room, with their texts. */
export const accountsError = errorsOf({
  "auth.changed": unauthenticated(m.errors_your_password_was_changed_just_now),
  "auth.invalid_credentials": unauthenticated(m.errors_invalid_email_or_password),
  "auth.required": unauthenticated(m.errors_please_sign_in),
  "auth.second_factor_closed": forbidden(m.errors_too_many_wrong_codes_were_entered),
  "auth.second_factor_expired": unauthenticated(m.errors_that_took_too_long_please_sign),
  "auth.second_factor_wrong": invalid(m.errors_this_code_is_not_right_or),
  "auth.suspended": forbidden(m.errors_this_account_is_suspended_please_contact),
  "auth.unverified": forbidden(m.errors_please_verify_your_email_first_we),
  "email_change.none": conflict(m.errors_no_change_of_your_email_is),
  "email_change.taken": conflict(m.errors_this_address_became_the_email_of),
  "organisation.suspended": forbidden(m.errors_is_suspended_for_your_organisation_the),
  "otp.exhausted": invalid(m.errors_a_wrong_code_was_entered_too),
  "otp.expired": invalid(m.errors_this_code_has_expired_please_request),
  "otp.resend_too_soon": tooMany(m.errors_please_wait_before_you_request_a),
  "otp.used": invalid(m.errors_this_code_cant_be_used_any),
  "otp.used:sign_up": invalid(m.errors_this_code_was_already_used_your),
  "otp.wrong": invalid(m.errors_this_code_is_not_right_check),
  "otp.wrong:sign_up": invalid(m.errors_this_code_is_not_right_or_2),
  "password.required": invalid(m.errors_enter_your_current_password_to_change),
  "password.too_common": invalid(m.errors_this_password_is_on_lists_of),
  "password.too_common:business": invalid(m.errors_your_password_must_not_be_the),
  "password.too_common:email": invalid(m.errors_your_password_must_not_be_your),
  "password.wrong": invalid(m.errors_current_password_is_incorrect),
  "password_reset.link_invalid": invalid(m.errors_this_link_is_not_valid_any),
  "profile.name_is_the_owners": forbidden(m.errors_ask_an_owner_or_admin_of),
  "profile_picture.missing": invalid(m.errors_choose_a_picture_first),
  "profile_picture.not_a_picture": invalid(m.errors_this_file_is_not_a_png),
  "profile_picture.too_large": tooLarge(m.errors_the_picture_is_larger_than_10),
  "profile_picture.too_many_pixels": invalid(m.errors_the_picture_has_million_pixels_which),
  "rate_limit.exceeded": tooMany(m.errors_too_many_attempts_please_wait_and),
  "second_factor.not_started": conflict(m.errors_there_is_no_setup_to_confirm),
  "second_factor.on": conflict(m.errors_an_authenticator_app_is_set_up),
  "second_factor.wrong_code": invalid(m.errors_this_code_is_not_right_check_2),
  "second_factor.wrong_code:or_backup": invalid(m.errors_this_code_is_not_right_enter),
  "user.not_found": absent(m.errors_there_is_no_account_with_the),
  "user.not_verified": conflict(m.errors_the_address_is_not_verified_enter),
  "user.suspended": forbidden(m.errors_the_account_is_suspended),
});

/** Shown only to a user who has proven their identity. */
export function accountSuspended(): DomainError {
  return accountsError("auth.suspended");
}
