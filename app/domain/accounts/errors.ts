import { type DomainError, errorsOf } from "#app/platform/errors.ts";

/** What this room refuses, and what people are told. */
export const accountsError = /* @__PURE__ */ errorsOf({
  "auth.changed": {
    kind: "unauthenticated",
    text: "Your password was changed just now. Please sign in with the new one.",
  },
  "auth.invalid_credentials": { kind: "unauthenticated", text: "Invalid email or password." },
  "auth.required": { kind: "unauthenticated", text: "Please sign in." },
  "auth.second_factor_closed": {
    kind: "forbidden",
    text: "Too many wrong codes were entered. To sign in again, choose a new password with “Forgot password?”: we mail you a link.",
  },
  "auth.second_factor_expired": {
    kind: "unauthenticated",
    text: "That took too long. Please sign in with your password again.",
  },
  "auth.second_factor_wrong": {
    kind: "invalid",
    text: "This code is not right or was already used. Enter the newest code of your app, or an unused backup code.",
  },
  "auth.suspended": {
    kind: "forbidden",
    text: "This account is suspended. Please contact support to have it opened again.",
  },
  "auth.unverified": {
    kind: "forbidden",
    text: "Please verify your email first. We have sent a code to your inbox.",
  },
  "email_change.none": {
    kind: "conflict",
    text: "No change of your email is under way. Start one on your profile.",
  },
  "email_change.taken": {
    kind: "conflict",
    text: "This address became the email of another account meanwhile. Yours stays as it was; choose another address on your profile.",
  },
  "organisation.suspended": {
    kind: "forbidden",
    text: "{what} is suspended for your organisation. The reason: {reason} Billing stays open; contact support to be reinstated.",
  },
  "otp.exhausted": {
    kind: "invalid",
    text: "A wrong code was entered too often, so it can't be used any more. Please request a new one.",
  },
  "otp.expired": { kind: "invalid", text: "This code has expired. Please request a new one." },
  "otp.resend_too_soon": { kind: "too_many", text: "Please wait {seconds} before you request a new code." },
  "otp.used": { kind: "invalid", text: "This code can't be used any more. Please request a new one." },
  "otp.used:sign_up": {
    kind: "invalid",
    text: "This code was already used. Your email is verified: please sign in.",
  },
  "otp.wrong": {
    kind: "invalid",
    text: "This code is not right. Check the newest email, or request a new code.",
  },
  "otp.wrong:sign_up": {
    kind: "invalid",
    text: "This code is not right or no longer valid. Check the newest email, or request a new code.",
  },
  "password.required": { kind: "invalid", text: "Enter your current password to change the email" },
  "password.too_common": {
    kind: "invalid",
    text: "This password is on lists of common passwords. Choose one that is harder to guess.",
  },
  "password.too_common:business": {
    kind: "invalid",
    text: "Your password must not be the name of a business. Choose one that is harder to guess.",
  },
  "password.too_common:email": {
    kind: "invalid",
    text: "Your password must not be your email address. Choose another one.",
  },
  "password.wrong": { kind: "invalid", text: "Current password is incorrect" },
  "password_reset.link_invalid": {
    kind: "invalid",
    text: "This link is not valid any more. Please request a new one.",
  },
  "profile.name_is_the_owners": {
    kind: "forbidden",
    text: "Ask an owner or admin of your organisation to change its name.",
  },
  "profile_picture.missing": { kind: "invalid", text: "Choose a picture first." },
  "profile_picture.not_a_picture": {
    kind: "invalid",
    text: "This file is not a PNG, JPEG or WebP picture. Choose another one.",
  },
  "profile_picture.too_large": {
    kind: "too_large",
    text: "The picture is larger than 10 MB. Choose a smaller one.",
  },
  "profile_picture.too_many_pixels": {
    kind: "invalid",
    text: "The picture has {millions} million pixels, which is too many for a picture of its kind. Choose a smaller one.",
  },
  "rate_limit.exceeded": {
    kind: "too_many",
    text: "Too many attempts. Please wait {retryAfterSeconds} and try again.",
  },
  "second_factor.not_started": {
    kind: "conflict",
    text: "There is no setup to confirm. Start with a new key.",
  },
  "second_factor.on": { kind: "conflict", text: "An authenticator app is set up already." },
  "second_factor.wrong_code": {
    kind: "invalid",
    text: "This code is not right. Check that the time of your phone is right, and enter the newest code.",
  },
  "second_factor.wrong_code:or_backup": {
    kind: "invalid",
    text: "This code is not right. Enter the newest code of the app, or an unused backup code.",
  },
  "user.not_found": {
    kind: "not_found",
    text: "There is no account with the address {email}: sign up with it first.",
  },
  "user.not_verified": {
    kind: "conflict",
    text: "The address {email} is not verified: enter the code that was mailed to it first.",
  },
  "user.suspended": { kind: "forbidden", text: "The account {email} is suspended." },
});

/** Told only to who has proven to be the user. */
export function accountSuspended(): DomainError {
  return accountsError("auth.suspended");
}
