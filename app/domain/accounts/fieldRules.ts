/**
 * What the fields of identity ask for, with their words: the schemas refuse by them, and pages check by them before they
 * post. A pattern here lets through whatever could be right; the schema decides.
 */
export interface FieldRule {
  missing?: string;
  /** In characters. */
  min?: number;
  short?: string;
  pattern?: string;
  invalid?: string;
  /** The id of the field that this one repeats. */
  same?: string;
  different?: string;
}

const emailPattern = "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$";
const passwordToSet = (label: string) => ({
  missing: `${label} is required`,
  min: 8,
  short: "Password must be at least 8 characters long",
});

export const fieldRules = {
  firstName: { missing: "First name is required" },
  lastName: { missing: "Last name is required" },
  email: { missing: "Email is required", pattern: emailPattern, invalid: "Email is invalid" },
  phoneNumber: {
    pattern: "^[^A-Za-z]{7,}$",
    invalid: "Write the whole number in digits, like 0712 345 678.",
  },
  /** At sign-in: an old account may have a shorter one than a new account must have. */
  passwordForSignIn: {
    missing: "Password is required",
    min: 6,
    short: "Password must be at least 6 characters",
  },
  password: passwordToSet("Password"),
  newPassword: passwordToSet("New password"),
  confirmPassword: {
    missing: "Confirmation is required",
    same: "password",
    different: "Passwords do not match.",
  },
  confirmNewPassword: {
    missing: "Please confirm your new password",
    same: "password",
    different: "Passwords do not match",
  },
  otp: { missing: "Please enter the complete 6-digit OTP code" },
  agreedToTerms: { missing: "You must agree to the terms and conditions." },
} satisfies Record<string, FieldRule>;
