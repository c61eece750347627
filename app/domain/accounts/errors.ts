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
  "auth.changed": unauthenticated(m.errors_auth_changed),
  "auth.invalid_credentials": unauthenticated(m.errors_auth_invalid_credentials),
  "auth.required": unauthenticated(m.errors_auth_required),
  "auth.second_factor_closed": forbidden(m.errors_auth_second_factor_closed),
  "auth.second_factor_expired": unauthenticated(m.errors_auth_second_factor_expired),
  "auth.second_factor_wrong": invalid(m.errors_auth_second_factor_wrong),
  "auth.suspended": forbidden(m.errors_auth_suspended),
  "auth.unverified": forbidden(m.errors_auth_unverified),
  "email_change.none": conflict(m.errors_email_change_none),
  "email_change.taken": conflict(m.errors_email_change_taken),
  "organisation.suspended": forbidden(m.errors_organisation_suspended),
  "otp.exhausted": invalid(m.errors_otp_exhausted),
  "otp.expired": invalid(m.errors_otp_expired),
  "otp.resend_too_soon": tooMany(m.errors_otp_resend_too_soon),
  "otp.used": invalid(m.errors_otp_used),
  "otp.used:sign_up": invalid(m.errors_otp_used_sign_up),
  "otp.wrong": invalid(m.errors_otp_wrong),
  "otp.wrong:sign_up": invalid(m.errors_otp_wrong_sign_up),
  "password.required": invalid(m.errors_password_required),
  "password.too_common": invalid(m.errors_password_too_common),
  "password.too_common:business": invalid(m.errors_password_too_common_business),
  "password.too_common:email": invalid(m.errors_password_too_common_email),
  "password.wrong": invalid(m.errors_password_wrong),
  "password_reset.link_invalid": invalid(m.errors_password_reset_link_invalid),
  "profile.name_is_the_owners": forbidden(m.errors_profile_name_is_the_owners),
  "profile_picture.missing": invalid(m.errors_profile_picture_missing),
  "profile_picture.not_a_picture": invalid(m.errors_profile_picture_not_a_picture),
  "profile_picture.too_large": tooLarge(m.errors_profile_picture_too_large),
  "profile_picture.too_many_pixels": invalid(m.errors_profile_picture_too_many_pixels),
  "rate_limit.exceeded": tooMany(m.errors_rate_limit_exceeded),
  "second_factor.not_started": conflict(m.errors_second_factor_not_started),
  "second_factor.on": conflict(m.errors_second_factor_on),
  "second_factor.wrong_code": invalid(m.errors_second_factor_clock_wrong),
  "second_factor.wrong_code:or_backup": invalid(m.errors_second_factor_wrong_code),
  "user.not_found": absent(m.errors_user_not_found),
  "user.not_verified": conflict(m.errors_user_not_verified),
  "user.suspended": forbidden(m.errors_user_suspended),
});

/** Shown only to a user who has proven their identity. */
export function accountSuspended(): DomainError {
  return accountsError("auth.suspended");
}
