const minuteMs = 60_000;

/** The times at which a payment without a notice is checked, from its start (docs/facts/payments.md §3). */
const checksAfterMs = [2, 10, 30, 180, 1440].map((minutes) => minutes * minuteMs);

/** The time of the check after `done` checks; null when the payment expires. */
export const nextCheckAfter = (startedAt: Date, done: number): Date | null => {
  const after = checksAfterMs[done];
  return after === undefined ? null : new Date(startedAt.getTime() + after);
};
