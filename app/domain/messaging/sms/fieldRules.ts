/* Apart from the schemas, so that browsers load no validation with them. */

export const senderNameLength = 11;

/** Three parts of plain text. */
export const mostSmsText = 459;
/** KES 100. */
export const mostSmsCents = 10_000;

/** The waits that are offered, in seconds; a code needs a short one. */
export const smsWaits = [10, 30, 60, 300, 900, 3600, 14_400] as const;
