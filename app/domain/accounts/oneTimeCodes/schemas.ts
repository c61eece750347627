import { m } from "#messages";

/** Emails that a visitor may request for an address. */
export const addressPurposes = ["verify_email", "reset_password"] as const;
export type AddressPurpose = (typeof addressPurposes)[number];
export type OneTimeCodePurpose = AddressPurpose | "change_email";

export const codeTtlMinutes = 10;
export const resetLinkTtlMinutes = 30;
/** No other link is emailed while the last one is younger than this and unused. */
export const resetLinkPauseMinutes = 5;

/** Shown whether or not there is an account. */
export const resetLinkPromised = () => m.account_reset_link_promised({ minutes: resetLinkPauseMinutes });
export const codeTries = 5;
/** The countdown, enforced by the server too. */
export const resendPauseSeconds = 30;
