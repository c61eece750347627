import { m } from "#messages";

/**
 * The rules of identity fields, with their texts: the schemas refuse by them, and pages check by them before
 * they post. A pattern here accepts whatever may be valid; the schema decides.
 */
export interface FieldRule {
  missing?: () => string;
  /** In characters. */
  min?: number;
  short?: () => string;
  pattern?: string;
  invalid?: () => string;
  /** The id of the field that this one repeats. */
  same?: string;
  different?: () => string;
}

/** The largest picture of a profile. */
export const maxPictureBytes = 10 * 1024 * 1024;

/** The digits of a one-time code. */
export const codeDigits = 6;

const emailPattern = "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$";

/** The characters of a new password at least; old accounts may have a shorter one. */
export const leastPassword = 8;
const leastOldPassword = 6;
const passwordTooShort = () => m.checks_password_too_short({ least: leastPassword });

export const fieldRules = {
  firstName: { missing: m.checks_first_name_required },
  lastName: { missing: m.checks_last_name_required },
  email: {
    missing: m.checks_email_required,
    pattern: emailPattern,
    invalid: m.checks_email_invalid,
  },
  phoneNumber: { pattern: "^[^A-Za-z]{7,}$", invalid: m.checks_phone_number_invalid },
  /** At sign-in: an old account may have a shorter one than a new account requires. */
  passwordForSignIn: {
    missing: m.checks_password_required,
    min: leastOldPassword,
    short: () => m.checks_password_too_short_sign_in({ least: leastOldPassword }),
  },
  password: { missing: m.checks_password_required, min: leastPassword, short: passwordTooShort },
  newPassword: {
    missing: m.checks_new_password_required,
    min: leastPassword,
    short: passwordTooShort,
  },
  confirmPassword: {
    missing: m.checks_confirmation_required,
    same: "password",
    different: m.checks_confirmation_different,
  },
  confirmNewPassword: {
    missing: m.checks_new_confirmation_required,
    same: "password",
    different: m.checks_new_confirmation_different,
  },
  otp: { missing: () => m.checks_otp_required({ digits: codeDigits }) },
  agreedToTerms: { missing: m.checks_terms_required },
} satisfies Record<string, FieldRule>;
