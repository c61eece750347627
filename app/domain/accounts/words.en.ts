import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { localeNames } from "#app/platform/locale.ts";
import type * as events from "./events.ts";

const signedIn = (email: string, secondFactor: "app" | "backup" | "none") => {
  if (secondFactor === "app") return `${email} signed in with an authenticator app`;
  return secondFactor === "backup" ? `${email} signed in with a backup code` : `${email} signed in`;
};

export const accountWords: WordsOf<typeof events> = {
  "account.created": ({ email, organisation }) => ({
    title: "Account created",
    details: `${email} signed up for ${organisation}`,
  }),
  "sign_up.repeated": ({ email }) => ({
    title: "Sign-up repeated",
    details: `${email} filled in the sign-up form again before verifying`,
  }),
  "sign_up.known_address": ({ email }) => ({
    title: "Sign-up with a known address",
    details: `Somebody tried to sign up as ${email}; the account was not changed`,
  }),
  "verification_code.sent": ({ email }) => ({ title: "Verification code sent", details: `Sent to ${email}` }),
  "email.verified": ({ email, choosesPassword }) => ({
    title: "Email verified",
    details: choosesPassword
      ? `${email} was verified by a code; the sign-up was repeated, so a link to choose a password was mailed`
      : `${email} was verified by a code`,
  }),
  "session.signed_in": ({ email, secondFactor }) => ({
    title: "Signed in",
    details: signedIn(email, secondFactor),
  }),
  "session.signed_out": ({ email }) => ({ title: "Signed out", details: `${email} signed out` }),
  "sessions.ended": ({ sessions }) => ({
    title: "Signed out elsewhere",
    details: sessions === 1 ? "One session was ended." : `${countOf(sessions, "session")} were ended.`,
  }),
  "sign_in.refused": ({ email, times }) => ({
    title: "Sign-in refused",
    details:
      times === 1
        ? `A wrong password for ${email}`
        : `${formatCount(times)} wrong passwords for ${email} in ten minutes; the last one came from here`,
  }),
  "password.reset_link_sent": ({ email }) => ({
    title: "Password reset link sent",
    details: `Sent to ${email}`,
  }),
  "password.reset": ({ email }) => ({
    title: "Password reset",
    details: `${email} chose a new password with a mailed link; all sessions ended`,
  }),
  "password.changed": ({ email }) => ({
    title: "Password changed",
    details: `${email} changed the password; other sessions ended`,
  }),
  "second_factor.started": ({ email }) => ({
    title: "Two-step verification started",
    details: `${email} began to set up an authenticator app`,
  }),
  "second_factor.on": ({ email }) => ({
    title: "Two-step verification on",
    details: `${email} set up an authenticator app; other sessions ended`,
  }),
  "second_factor.off": ({ email }) => ({
    title: "Two-step verification off",
    details: `${email} turned the authenticator app off`,
  }),
  "second_factor.refused": ({ email }) => ({
    title: "Wrong two-step code",
    details: `Somebody gave the right password of ${email} and a wrong code`,
  }),
  "second_factor.backup_codes_renewed": ({ email }) => ({
    title: "Backup codes renewed",
    details: `${email} created new backup codes; the old ones no longer work`,
  }),
  "email_change.started": ({ email, newEmail }) => ({
    title: "Email change started",
    details: `${email} is to become ${newEmail}, once the code that goes there is entered`,
  }),
  "email_change.code_resent": ({ newEmail }) => ({
    title: "Email change: new code",
    details: `Another code was asked for, to ${newEmail}`,
  }),
  "email_change.given_up": ({ email, newEmail }) => ({
    title: "Email change given up",
    details: `${email} stays; ${newEmail} was not confirmed`,
  }),
  "email_change.known_address": ({ newEmail }) => ({
    title: "Email change to a known address",
    details: `Somebody tried to make ${newEmail} the email of another account; nothing was changed`,
  }),
  "email.changed": ({ email, newEmail }) => ({
    title: "Email changed",
    details: `${email} is now ${newEmail}; other sessions ended`,
  }),
  "profile.updated": ({ businessName }) => ({
    title: "Profile updated",
    details:
      businessName === undefined
        ? "Name and contact details were saved."
        : `The business name is now ${businessName}.`,
  }),
  "profile.picture_changed": ({ email }) => ({
    title: "Profile picture changed",
    details: `${email} chose a new picture`,
  }),
  "profile.picture_removed": ({ email }) => ({
    title: "Profile picture removed",
    details: `${email} removed the picture`,
  }),
  "settings.language_changed": ({ locale }) => ({
    title: "Language changed",
    details: `The language is ${localeNames[locale]}.`,
  }),
  "settings.lite_mode_changed": ({ liteMode }) => ({
    title: "Lite mode changed",
    details: liteMode ? "Lite mode is on." : "Lite mode is off.",
  }),
  "account.made_admin": ({ email }) => ({
    title: "Made an administrator",
    details: `${email} administers the platform from the next sign-in on; all sessions ended`,
  }),
};
