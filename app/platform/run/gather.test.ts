import { expect, it } from "vitest";
import { createGathered, createGatheredLanes } from "./gather.ts";

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

it("runs at once for the first caller, and together for those that arrive during a run, in order", async () => {
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

it("rejects the callers of a failed run, and continues with the next", async () => {
  const { runs, gathered } = heldRuns();
  const [first, second] = [gathered(1), gathered(2)];
  runs[0]!.end(new Error("lost"));
  await expect(first).rejects.toThrow("lost");
  await settled();
  runs[1]!.end();
  expect(await second).toBe("r2");
});

/** Lanes whose runs end when the test says so. */
function heldLanes(limits: { waiting?: number; waitMs?: number }) {
  const runs: { items: number[]; end(): void }[] = [];
  const inLane = createGatheredLanes<number, number>(
    (items) => new Promise((resolve) => runs.push({ items, end: () => resolve(items) })),
    { most: 3, ...limits },
  );
  return { runs, inLane };
}

it("runs the items of each name separately, and none waits for those of another", async () => {
  const { runs, inLane } = heldLanes({});
  const results = [inLane("a", 1), inLane("a", 2), inLane("b", 3), inLane("b", 4)];
  expect(runs.map(({ items }) => items)).toEqual([[1], [3]]);
  runs[1]!.end();
  await settled();
  expect(runs.map(({ items }) => items)).toEqual([[1], [3], [4]]);
  runs[0]!.end();
  runs[2]!.end();
  await settled();
  runs[3]!.end();
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
});

it("refuses callers when the queue is full or too slow, and admits the others", async () => {
  const { runs, inLane } = heldLanes({ waiting: 1, waitMs: 20 });
  const first = inLane("a", 1);
  const second = inLane("a", 2);
  await expect(inLane("a", 3)).rejects.toMatchObject({ code: "server.busy", retryAfterSeconds: 5 });
  await expect(second).rejects.toMatchObject({ code: "server.busy" });
  const fourth = inLane("a", 4);
  runs[0]!.end();
  await settled();
  expect(runs.map(({ items }) => items)).toEqual([[1], [4]]);
  runs[1]!.end();
  expect(await Promise.all([first, fourth])).toEqual([1, 4]);
});
