import { z } from "zod";
import { requiredFieldsMessage } from "./words.ts";

/** Fields of identity, with the messages of spec section 5. Shared by the forms and the API. */

const emailForm = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const maxPasswordLength = 1000;
const tooLongPassword = `Password must be at most ${maxPasswordLength.toLocaleString("en-GB")} characters`;

/** Text without control characters and direction overrides, which would garble a page or a mail. */
const printable = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

const line = (what: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${what} must be at most ${max} characters`)
    .regex(printable, `${what} has characters that cannot be shown`);

export const email = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .max(254, { error: "Email is invalid", abort: true })
  .regex(emailForm, { error: "Email is invalid", abort: true })
  .regex(printable, "Email is invalid")
  .toLowerCase();

/** The password at sign-in: an old account may have a shorter one than a new account must have. */
export const currentPasswordForSignIn = z
  .string({ error: "Password is required" })
  .min(1, { error: "Password is required", abort: true })
  .min(6, { error: "Password must be at least 6 characters", abort: true })
  .max(maxPasswordLength, tooLongPassword);

/** A password to be set. That it is not a common one is checked by the verb. */
export const newPassword = z
  .string({ error: "New password is required" })
  .min(1, { error: "New password is required", abort: true })
  .min(8, { error: "Password must be at least 8 characters long", abort: true })
  .max(maxPasswordLength, tooLongPassword);

const required = (what: string, max: number) =>
  line(what, max).min(1, { error: requiredFieldsMessage, abort: true });

export const firstName = required("First name", 80);
export const lastName = required("Last name", 80);
export const businessName = line("Business name", 120);
export const phoneNumber = line("Phone number", 40);

export const otp = z
  .string({ error: "Please enter the complete 6-digit OTP code" })
  .transform((text) => text.replace(/\D/g, ""))
  .refine((digits) => digits.length === 6, "Please enter the complete 6-digit OTP code");

export const resetToken = z
  .string({ error: "The link is not complete" })
  .min(1, "The link is not complete")
  .max(200);

const termsMessage = "You must agree to the terms and conditions.";

/** The sign-up payload of spec section 3. A posted `usertype` is not read: sign-up makes individuals. */
export const signUpInput = z.object({
  firstName: z.string({ error: requiredFieldsMessage }).pipe(firstName),
  lastName: z.string({ error: requiredFieldsMessage }).pipe(lastName),
  email: z.string({ error: requiredFieldsMessage }).trim().min(1, requiredFieldsMessage).pipe(email),
  phoneNumber: phoneNumber.nullish().transform((text) => text ?? ""),
  password: z.string({ error: requiredFieldsMessage }).min(1, requiredFieldsMessage).pipe(newPassword),
  usertype: z.string().optional(),
  businessName: businessName.nullish().transform((text) => text ?? ""),
  agreedToTerms: z
    .boolean()
    .default(true)
    .refine((agreed) => agreed, termsMessage),
});

/** The sign-up screen: the payload, the password once more, and a box that has to be ticked. */
export const signUpForm = signUpInput
  .omit({ usertype: true, agreedToTerms: true })
  .extend({
    confirmPassword: z.string({ error: requiredFieldsMessage }),
    agreedToTerms: z.boolean({ error: termsMessage }).refine((agreed) => agreed, termsMessage),
  })
  .superRefine((input, issues) => {
    if (input.confirmPassword !== input.password)
      issues.addIssue({ code: "custom", path: ["confirmPassword"], message: "Passwords do not match." });
  });

/** The screen behind the link of the mail. */
export const resetPasswordForm = z
  .object({
    password: newPassword,
    confirmPassword: z.string({ error: "Please confirm your new password" }),
  })
  .superRefine((input, issues) => {
    if (input.confirmPassword !== input.password)
      issues.addIssue({ code: "custom", path: ["confirmPassword"], message: "Passwords do not match" });
  });

/** The password of a signed-in user, asked for again. */
export const currentPassword = z
  .string({ error: "Current password is required" })
  .min(1, { error: "Current password is required", abort: true })
  .max(maxPasswordLength, tooLongPassword);

export const changePasswordInput = z
  .object({
    currentPassword,
    newPassword,
    confirmPassword: z
      .string({ error: "Please confirm your new password" })
      .min(1, "Please confirm your new password"),
  })
  .superRefine((input, issues) => {
    if (input.confirmPassword !== input.newPassword)
      issues.addIssue({ code: "custom", path: ["confirmPassword"], message: "Passwords do not match" });
    if (input.newPassword === input.currentPassword) {
      issues.addIssue({
        code: "custom",
        path: ["newPassword"],
        message: "New password must be different from current password",
      });
    }
  });
