const minuteMs = 60_000;

/** When a payment without a notice is asked about, counted from its start (docs/facts/payments.md §3). */
const checksAfterMs = [2, 10, 30, 180, 1440].map((minutes) => minutes * minuteMs);

/** The check after `done` of them; null when the payment is given up. */
export const nextCheckAfter = (startedAt: Date, done: number): Date | null => {
  const after = checksAfterMs[done];
  return after === undefined ? null : new Date(startedAt.getTime() + after);
};
