import { z } from "zod";
import { eventType } from "#app/domain/record/eventType.ts";
import { locales } from "#app/platform/locale/locale.ts";

const ofEmail = z.object({ email: z.string() });
const toNewEmail = z.object({ newEmail: z.string() });
const fromEmailToNew = z.object({ email: z.string(), newEmail: z.string() });

export const accountCreated = eventType({
  name: "account.created",
  type: "auth",
  data: z.object({ email: z.string(), organisation: z.string() }),
});

export const signUpRepeated = eventType({ name: "sign_up.repeated", type: "auth", data: ofEmail });

export const signUpWithKnownAddress = eventType({
  name: "sign_up.known_address",
  type: "security",
  status: "warning",
  data: ofEmail,
});

export const verificationCodeSent = eventType({
  name: "verification_code.sent",
  type: "auth",
  data: ofEmail,
});

export const emailVerified = eventType({
  name: "email.verified",
  type: "auth",
  /** `choosesPassword`: the sign-up was repeated, so a link to choose a password was emailed. */
  data: z.object({ email: z.string(), choosesPassword: z.boolean() }),
});

export const signedIn = eventType({
  name: "session.signed_in",
  type: "login",
  data: z.object({ email: z.string(), secondFactor: z.enum(["app", "backup", "none"]) }),
});

export const signedOut = eventType({ name: "session.signed_out", type: "auth", data: ofEmail });

export const sessionsEnded = eventType({
  name: "sessions.ended",
  type: "security",
  data: z.object({ sessions: z.number() }),
});

export const signInRefused = eventType({
  name: "sign_in.refused",
  type: "login",
  status: "warning",
  /** `times` in ten minutes. */
  data: z.object({ email: z.string(), times: z.number() }),
});

export const resetLinkSent = eventType({ name: "password.reset_link_sent", type: "auth", data: ofEmail });
export const passwordReset = eventType({ name: "password.reset", type: "security", data: ofEmail });
export const passwordChanged = eventType({ name: "password.changed", type: "security", data: ofEmail });

export const secondFactorStarted = eventType({
  name: "second_factor.started",
  type: "security",
  data: ofEmail,
});
export const secondFactorOn = eventType({ name: "second_factor.on", type: "security", data: ofEmail });
export const secondFactorOff = eventType({
  name: "second_factor.off",
  type: "security",
  status: "warning",
  data: ofEmail,
});
export const secondFactorRefused = eventType({
  name: "second_factor.refused",
  type: "security",
  status: "warning",
  data: ofEmail,
});
export const backupCodesRenewed = eventType({
  name: "second_factor.backup_codes_renewed",
  type: "security",
  data: ofEmail,
});

export const emailChangeStarted = eventType({
  name: "email_change.started",
  type: "security",
  data: fromEmailToNew,
});
export const emailChangeCodeResent = eventType({
  name: "email_change.code_resent",
  type: "security",
  data: toNewEmail,
});
export const emailChangeGivenUp = eventType({
  name: "email_change.given_up",
  type: "security",
  data: fromEmailToNew,
});
export const emailChangeToKnownAddress = eventType({
  name: "email_change.known_address",
  type: "security",
  status: "warning",
  data: toNewEmail,
});
export const emailChanged = eventType({ name: "email.changed", type: "security", data: fromEmailToNew });

export const profileUpdated = eventType({
  name: "profile.updated",
  type: "profile",
  /** `businessName` when the organisation was renamed too. */
  data: z.object({ businessName: z.string().optional() }),
});
export const pictureChanged = eventType({ name: "profile.picture_changed", type: "profile", data: ofEmail });
export const pictureRemoved = eventType({ name: "profile.picture_removed", type: "profile", data: ofEmail });

export const liteModeChanged = eventType({
  name: "settings.lite_mode_changed",
  type: "settings",
  data: z.object({ liteMode: z.boolean() }),
});

export const localeChanged = eventType({
  name: "settings.language_changed",
  type: "settings",
  data: z.object({ locale: z.enum(locales) }),
});

export const madeAdmin = eventType({ name: "account.made_admin", type: "security", data: ofEmail });
