import { afterAll, beforeAll } from "vitest";

/**
 * Makes something that the tests of a file (or of a `describe`) share, before the first of them, and ends it after the
 * last. What it answers is empty until then: its parts can be used in tests and hooks, not while the file is read.
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
