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

const emailPattern = "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$";

export const fieldRules = {
  firstName: { missing: m.checks_first_name_is_required },
  lastName: { missing: m.checks_last_name_is_required },
  email: {
    missing: m.checks_email_is_required,
    pattern: emailPattern,
    invalid: m.checks_email_is_invalid,
  },
  phoneNumber: { pattern: "^[^A-Za-z]{7,}$", invalid: m.checks_write_the_whole_number },
  /** At sign-in: an old account may have a shorter one than a new account requires. */
  passwordForSignIn: {
    missing: m.checks_password_is_required,
    min: 6,
    short: m.checks_password_of_at_least_6,
  },
  password: { missing: m.checks_password_is_required, min: 8, short: m.checks_password_of_at_least_8 },
  newPassword: {
    missing: m.checks_new_password_is_required,
    min: 8,
    short: m.checks_password_of_at_least_8,
  },
  confirmPassword: {
    missing: m.checks_confirmation_is_required,
    same: "password",
    different: m.checks_passwords_differ,
  },
  confirmNewPassword: {
    missing: m.checks_confirm_your_new_password,
    same: "password",
    different: m.checks_passwords_do_not_match,
  },
  otp: { missing: m.checks_enter_the_complete_otp },
  agreedToTerms: { missing: m.checks_agree_to_the_terms },
} satisfies Record<string, FieldRule>;
