import { describe, expect, it } from "vitest";
import { changePasswordInput, resetPasswordForm, signUpForm } from "#app/domain/accounts/schemas.ts";
import { parseForm } from "#app/web/form.server.ts";

/** Error texts of a posted form, by field. Empty fields are posted as empty. */
function errorsOf(schema: Parameters<typeof parseForm>[1], fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const submission = parseForm(form, schema);
  return submission.status === "success" ? {} : submission.error;
}

describe("a refused form lists all errors at once", () => {
  it("on /signup: also rules across two fields, and the phone number", () => {
    const fields = {
      firstName: "",
      email: "a b@c",
      phoneNumber: "12",
      password: "abc",
      confirmPassword: "abd",
    };
    expect(errorsOf(signUpForm, fields)).toEqual({
      firstName: ["Please fill in all required fields."],
      lastName: ["Please fill in all required fields."],
      email: ["Email is invalid"],
      phoneNumber: ["“12” is too short: some digits are missing."],
      password: ["Password must be at least 8 characters long"],
      confirmPassword: ["Passwords do not match."],
      agreedToTerms: ["You must agree to the terms and conditions."],
    });
  });

  it("on /change-password", () => {
    const fields = { currentPassword: "", newPassword: "abc", confirmPassword: "abd" };
    expect(errorsOf(changePasswordInput, fields)).toEqual({
      currentPassword: ["Current password is required"],
      newPassword: ["Password must be at least 8 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
    const same = { currentPassword: "ugali-sukuma-9", newPassword: "ugali-sukuma-9", confirmPassword: "u" };
    expect(errorsOf(changePasswordInput, same)).toEqual({
      newPassword: ["New password must be different from current password"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  it("on /reset-password", () => {
    expect(errorsOf(resetPasswordForm, { password: "abc", confirmPassword: "abd" })).toEqual({
      password: ["Password must be at least 8 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  it("lists each field once", () => {
    expect(errorsOf(changePasswordInput, {})).toEqual({
      currentPassword: ["Current password is required"],
      newPassword: ["New password is required"],
      confirmPassword: ["Please confirm your new password"],
    });
  });
});
