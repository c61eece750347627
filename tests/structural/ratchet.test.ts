import { expect, it } from "vitest";
import { exceptions } from "./exceptions.ts";
import { sourceFiles } from "./files.ts";
import { ratchet } from "./ratchet.ts";

const rules = Object.entries(exceptions);
const total = rules.reduce((sum, [, count]) => sum + count, 0);

it("every figure of exceptions is checked by one test", () => {
  console.log(
    [
      `${total} exceptions to ${rules.length} rules:`,
      ...rules.map(([rule, count]) => `  ${String(count).padStart(4)}  ${rule}`),
    ].join("\n"),
  );
  const tests = sourceFiles(/^tests\/(structural|e2e)\/(?!ratchet).*\.test\.ts$/).map(({ text }) => text);
  const checks = (rule: string) =>
    tests.reduce((sum, text) => sum + text.replace(/\(\s+/g, "(").split(`ratchet("${rule}"`).length - 1, 0);
  expect(rules.filter(([rule]) => checks(rule) !== 1).map(([rule]) => rule)).toEqual([]);
});

it("the rule bites: a place that is not listed, a stale entry, and a longer or a shorter list", () => {
  const check = (listed: (string | RegExp)[], found: string[], stored: number) =>
    ratchet("joins under a lock", listed, found, stored);
  expect(check(["a.ts", /^b/], ["a.ts", "b.ts", "b.tsx"], 2)).toEqual([]);
  expect(check(["a.ts"], ["a.ts", "b.ts"], 1)).toEqual(["not listed: b.ts"]);
  expect(check(["a.ts", /^b/], ["a.ts"], 2)).toEqual(["breaks the rule no longer: /^b/"]);
  expect(check(["a.ts", "b.ts"], ["a.ts", "b.ts"], 1)).toEqual(["2 exceptions, and 1 are allowed"]);
  expect(check(["a.ts"], ["a.ts"], 2)).toEqual(["store the lower figure: 1 instead of 2"]);
});
