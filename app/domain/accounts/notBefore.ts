/**
 * Runs the work and returns its outcome no sooner than `ms` after the start, so that the response time does
 * not reveal what was found.
 */
export async function notBefore<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const earliest = new Promise((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await earliest;
  }
}
