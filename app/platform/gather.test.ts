import { expect, it } from "vitest";
import { createGathered } from "./gather.ts";

/** A run that ends when the test says so. */
function heldRuns() {
  const runs: { items: number[]; end(error?: Error): void }[] = [];
  const gathered = createGathered<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => `r${item}`)));
        runs.push({ items, end });
      }),
    { most: 3 },
  );
  return { runs, gathered };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("runs at once for the first caller, and together for those that come during a run, in their order", async () => {
  const { runs, gathered } = heldRuns();
  const results = [1, 2, 3, 4, 5].map((item) => gathered(item));
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]!.end();
  await settled();
  expect(runs[1]!.items).toEqual([2, 3, 4]);
  runs[1]!.end();
  await settled();
  expect(runs[2]!.items).toEqual([5]);
  runs[2]!.end();
  expect(await Promise.all(results)).toEqual(["r1", "r2", "r3", "r4", "r5"]);
});

it("rejects the callers of a failed run, and goes on with the next", async () => {
  const { runs, gathered } = heldRuns();
  const [first, second] = [gathered(1), gathered(2)];
  runs[0]!.end(new Error("lost"));
  await expect(first).rejects.toThrow("lost");
  await settled();
  runs[1]!.end();
  expect(await second).toBe("r2");
});
