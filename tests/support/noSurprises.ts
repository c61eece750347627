import { format } from "node:util";
import { afterAll, afterEach, expect, vi } from "vitest";
import { refuseOutside } from "./loopback.ts";

/**
 * A test fails on what it did not expect: an error or a warning on the console (a test that expects one puts a spy in the
 * place of `console.error`), and a call to another machine.
 */
const surprises: string[] = [];

/** What the API client notes of each refused call: the screen tells the refusal, and its test reads it there. */
const ofRefusals = /^(Unauthorized|Forbidden|Not Found|An error occurred): /;

for (const level of ["error", "warn"] as const) {
  console[level] = (...args: unknown[]) => {
    const text = format(...args);
    if (!ofRefusals.test(text)) surprises.push(`console.${level}: ${text}`);
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
