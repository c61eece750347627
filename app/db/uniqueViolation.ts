/**
 * Whether PostgreSQL refused a row as a duplicate in a unique index, however deep the driver's error is
 * wrapped.
 */
export function isUniqueViolation(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if ((inner as { code?: unknown }).code === "23505") return true;
  }
  return false;
}
