/** Seconds after a prompt was sent at which M-Pesa is queried; after the last one it has expired. */
export const checkSeconds = [20, 35, 60, 120, 300, 600, 1800] as const;
export const firstCheckSeconds = checkSeconds[0];

/**
 * A failure that only the query reports is final after this many seconds: until then the callback may still
 * report a payment, and no second prompt is sent for the same money.
 */
export const failureFinalSeconds = 300;
