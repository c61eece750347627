export const oneTimeCodePurposes = ["verify_email", "reset_password"] as const;
export type OneTimeCodePurpose = (typeof oneTimeCodePurposes)[number];

export const codeTtlMinutes = 10;
export const resetLinkTtlMinutes = 30;
/** No other link is mailed while the last one is younger than this and unused. */
export const resetLinkPauseMinutes = 5;
export const codeTries = 5;
/** The countdown of spec section 9, kept by the server too. */
export const resendPauseSeconds = 30;
