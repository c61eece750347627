import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { notBefore } from "./notBefore.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When an outcome was returned, by the test's clock. */
async function timeOf(outcome: Promise<unknown>): Promise<number> {
  const began = Date.now();
  const settled = outcome.then(
    () => Date.now() - began,
    () => Date.now() - began,
  );
  await vi.runAllTimersAsync();
  return settled;
}
const after = (ms: number, outcome: () => unknown) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return outcome();
};
const refuse = () => {
  throw new Error("no");
};

it("returns correct and refused responses at the same time, however long each took", async () => {
  expect(
    await timeOf(
      notBefore(
        100,
        after(0, () => 1),
      ),
    ),
  ).toBe(100);
  expect(
    await timeOf(
      notBefore(
        100,
        after(60, () => 1),
      ),
    ),
  ).toBe(100);
  expect(await timeOf(notBefore(100, after(30, refuse)))).toBe(100);
});

it("does not delay what took longer", async () => {
  expect(
    await timeOf(
      notBefore(
        100,
        after(130, () => 1),
      ),
    ),
  ).toBe(130);
});
