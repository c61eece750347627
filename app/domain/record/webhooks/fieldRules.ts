export { responseSeconds } from "#app/providers/webhooks/limits.ts";

/** Pauses before the retries of a failed delivery, after the first, second, … failure: nine attempts in over a day. */
export const retryPauses = { seconds: [5], minutes: [1, 5, 30], hours: [2, 5, 8, 9] } as const;
