import { expect, it } from "vitest";
import { createWorkQueue } from "./workQueue.ts";

/** Work that ends when the test says so. */
function pieces() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const piece = (number: number) => () => {
    started.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { started, ends, piece };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("runs so many pieces together, lets a few wait in their order, and refuses the rest with a time to come back", async () => {
  const { started, ends, piece } = pieces();
  const queued = createWorkQueue({ atOnce: 2, waiting: 2 });
  const accepted = [1, 2, 3, 4].map((number) => queued(piece(number)));
  await expect(queued(piece(5))).rejects.toMatchObject({
    kind: "unavailable",
    code: "server.busy",
    retryAfterSeconds: 5,
  });
  expect(started).toEqual([1, 2]);
  ends[0]!();
  await settled();
  expect(started).toEqual([1, 2, 3]);
  const late = queued(piece(6));
  for (let end = 1; end < 5; end++) {
    ends[end]!();
    await settled();
  }
  expect(await Promise.all([...accepted, late])).toEqual([1, 2, 3, 4, 6]);
});

it("goes on after a piece that failed", async () => {
  const queued = createWorkQueue({ atOnce: 1, waiting: 1 });
  const failed = queued(() => Promise.reject(new Error("broken")));
  const next = queued(() => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await queued(() => Promise.resolve("again"))).toBe("again");
});
