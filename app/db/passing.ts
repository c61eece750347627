/**
 * Whether trouble with the database passes by itself: PostgreSQL was away, out of something, or chose this transaction to
 * end a deadlock (SQLSTATE classes), or the connection broke (`E…` of the system). What was to be written is not to blame.
 */
export function isPassing(error: unknown): boolean {
  const { code, cause, message } = error as {
    code?: string;
    cause?: { code?: string; message?: string };
    message?: string;
  };
  const known = cause?.code ?? code;
  // `pg` tells of a connection that ended by words alone.
  if (known === undefined) return /connection|timeout/i.test(cause?.message ?? message ?? "");
  return /^(08|25|40|53|55|57|58)...$|^E[A-Z]+$/.test(known);
}

/** Whether an error, or what caused it, has one of these SQLSTATE codes. */
function hasCode(error: unknown, ...codes: string[]): boolean {
  for (let told = error; told instanceof Error; told = told.cause) {
    const { code } = told as { code?: unknown };
    if (typeof code === "string" && codes.includes(code)) return true;
  }
  return false;
}

/** PostgreSQL ended the transaction in favour of another: a deadlock, or a serialization failure. Nothing of it is left. */
export const lostToAnother = (error: unknown): boolean => hasCode(error, "40P01", "40001");

/**
 * The statement failed for its transaction's sake: an earlier one had failed, so that it was refused, or it was sent by a name
 * that PostgreSQL then did not take; or it writes and the transaction only reads.
 */
export const isForAnother = (error: unknown): boolean => hasCode(error, "25P02", "26000", "25006");

/** What `pg` and its pool say, by words alone, when a connection or an answer does not come in time, or a connection ends. */
const late = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
]);
/** PostgreSQL gave up in favour of another, on a lock or on what took too long; it has no connection left, or begins anew. */
const gaveUp = /^(08...|40001|40P01|53300|55P03|57014|57P0[123])$/;

/** Too much was asked of the database at once, or it was away for a moment: whoever asks again may be answered. */
export function isTooMuch(error: unknown): boolean {
  for (let told = error; told instanceof Error; told = told.cause) {
    const { code } = told as { code?: unknown };
    if (late.has(told.message) || (typeof code === "string" && gaveUp.test(code))) return true;
  }
  return false;
}

/** PostgreSQL refused a statement, so that nothing of its transaction was done; not so where the connection was lost. */
export function wasRolledBack(error: unknown): boolean {
  for (let told = error; told instanceof Error; told = told.cause)
    if ((told as { severity?: unknown }).severity === "ERROR") return true;
  return false;
}
