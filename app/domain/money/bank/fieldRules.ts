/** The largest bank statement, in bytes of a thousand to the kilobyte. */
export const maxStatementBytes = 900_000;
