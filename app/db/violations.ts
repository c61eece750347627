/** Whether PostgreSQL refused with this code, however deep the driver's error is wrapped. */
function hasCode(error: unknown, code: string): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ((inner as { code?: unknown }).code === code) return true;
  }
  return false;
}

/** Whether PostgreSQL refused a row as a duplicate in a unique index. */
export const isUniqueViolation = (error: unknown): boolean => hasCode(error, "23505");

/** Whether PostgreSQL refused a row that refers to one that does not exist, or no longer. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, "23503");
