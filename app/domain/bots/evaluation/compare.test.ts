import { expect, it } from "vitest";
import { isWorse } from "./compare.ts";

const result = (total: number, right: number, falseAnswers = 0) => ({ total, right, falseAnswers });

it.each([
  ["fewer right", result(10, 8), result(10, 9), true],
  ["more right", result(10, 9), result(10, 8), false],
  ["the same", result(10, 8, 1), result(10, 8, 1), false],
  ["more false answers with as many right", result(10, 8, 2), result(10, 8, 1), true],
  ["the same share of a larger set", result(20, 16), result(10, 8), false],
  ["a smaller share of a larger set", result(20, 15), result(10, 8), true],
])("%s: worse is %4$s", (_, now, before, worse) => {
  expect(isWorse(now, before)).toBe(worse);
});
