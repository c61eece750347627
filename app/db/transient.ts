/**
 * Whether a database error is transient: PostgreSQL was away, out of a resource, or aborted this transaction
 * to end a deadlock (SQLSTATE classes), or the connection broke (`E…` of the system). The written data is not
 * to blame.
 */
export function isTransient(error: unknown): boolean {
  const { code, cause, message } = error as {
    code?: string;
    cause?: { code?: string; message?: string };
    message?: string;
  };
  const known = cause?.code ?? code;
  // `pg` reports an ended connection only by its message.
  if (known === undefined) return /connection|timeout/i.test(cause?.message ?? message ?? "");
  return /^(08|25|40|53|55|57|58)...$|^E[A-Z]+$/.test(known);
}

/** Whether an error, or its cause, has one of these SQLSTATE codes. */
function hasCode(error: unknown, ...codes: string[]): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === "string" && codes.includes(code)) return true;
  }
  return false;
}

/**
 * PostgreSQL aborted the transaction in favour of another: a deadlock, or a serialization failure. Nothing of
 * it is left.
 */
export const isSerializationFailure = (error: unknown): boolean => hasCode(error, "40P01", "40001");

/**
 * The statement failed because of its transaction: an earlier one had failed, or its name was not accepted by
 * PostgreSQL afterwards, or it writes in a read-only transaction.
 */
export const isTransactionAborted = (error: unknown): boolean => hasCode(error, "25P02", "26000", "25006");

/** The messages of `pg` and its pool when a connection or a response is late, or a connection ends. */
const late = new Set([
  "timeout exceeded when trying to connect",
  "Connection terminated due to connection timeout",
  "Connection terminated unexpectedly",
  "Query read timeout",
]);
/** PostgreSQL aborted on a lock or a timeout, has no disk, memory or connection left, or is restarting. */
const gaveUp = /^(08...|40001|40P01|53[123]00|55P03|57014|57P0[123]|58030)$/;

/** The database was overloaded, or away for a moment: a retry may succeed. */
export function isOverloaded(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (late.has(cause.message) || (typeof code === "string" && gaveUp.test(code))) return true;
  }
  return false;
}

/**
 * PostgreSQL refused a statement, so that nothing of its transaction was done; not so when the connection was
 * lost.
 */
export function wasRolledBack(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { severity?: unknown }).severity === "ERROR") return true;
  return false;
}
