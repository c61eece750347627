/** Limits of the forms of books, apart from the schemas, so that browsers load them without the validation. */
export const bookLimits = {
  ...{ name: 100, label: 100, number: 40, group: 60, times: 36, penaltyDays: 365 },
  /** Of one due, in KES. */
  amountKes: 10_000_000,
  /** Rows that are imported at once, and their characters. */
  ...{ rows: 10_000, characters: 800_000 },
} as const;
