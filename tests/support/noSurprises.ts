import { format } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, expect, vi } from "vitest";
import { refuseOutside } from "./loopback.ts";

/** Properties try the same cases in each run, so that what fails is due to a change; `SEED` tries others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/**
 * A test fails on the unexpected: an error or a warning on the console (a test that expects one replaces
 * `console.error` by a spy), and a call to another machine.
 */
const surprises: string[] = [];

for (const level of ["error", "warn"] as const) {
  console[level] = (...args: unknown[]) => {
    surprises.push(`console.${level}: ${format(...args)}`);
  };
}
refuseOutside((what) => surprises.push(what));

const expectNone = () => expect(surprises.splice(0).join("\n"), "what nobody expected").toBe("");
afterEach(expectNone);
afterAll(expectNone);
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
