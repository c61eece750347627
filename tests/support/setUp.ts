import { afterAll, beforeAll } from "vitest";

/**
 * Creates something shared by the tests of a file (or of a `describe`) before the first of them, and ends it
 * after the last. The returned object is empty until then: use its parts in tests and hooks, not while the
 * file loads.
 */
export function setUp<T extends object>(make: () => Promise<T>, end?: (made: T) => unknown): T {
  const shared = {} as T;
  let isMade = false;
  beforeAll(async () => {
    Object.assign(shared, await make());
    isMade = true;
  });
  afterAll(async () => {
    if (isMade) await end?.(shared);
  });
  return shared;
}
