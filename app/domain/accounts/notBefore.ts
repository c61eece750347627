/**
 * Does the work and lets its outcome out no sooner than `ms` after it was asked for, so that the time of an answer does
 * not tell what was found on the way.
 */
export async function notBefore<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const earliest = new Promise((resolve) => setTimeout(resolve, ms));
  try {
    return await work();
  } finally {
    await earliest;
  }
}
