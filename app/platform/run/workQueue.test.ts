import { expect, it } from "vitest";
import { createLanes, createWorkQueue } from "./workQueue.ts";

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

it("runs so many works together, queues a few in order, and refuses the rest with a time to retry", async () => {
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

it("continues after a failed one", async () => {
  const queued = createWorkQueue({ atOnce: 1, waiting: 1 });
  const failed = queued(() => Promise.reject(new Error("broken")));
  const next = queued(() => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
  expect(await queued(() => Promise.resolve("again"))).toBe("again");
});

it("refuses work that waited too long, and admits the next", async () => {
  const { started, ends, piece } = pieces();
  const queued = createWorkQueue({ atOnce: 1, waiting: 5, waitMs: 20 });
  const first = queued(piece(1));
  await expect(queued(piece(2))).rejects.toMatchObject({ code: "server.busy", retryAfterSeconds: 5 });
  const third = queued(piece(3));
  ends[0]!();
  await settled();
  ends[1]!();
  expect(await Promise.all([first, third])).toEqual([1, 3]);
  expect(started).toEqual([1, 3]);
});

it("keeps a lane for each name", async () => {
  const { started, ends, piece } = pieces();
  const inLane = createLanes({ atOnce: 1, waiting: 1 });
  const accepted = [inLane("a", piece(1)), inLane("a", piece(2)), inLane("b", piece(3))];
  await expect(inLane("a", piece(4))).rejects.toMatchObject({ code: "server.busy" });
  await settled();
  expect(started).toEqual([1, 3]);
  for (let end = 0; end < 3; end++) {
    ends[end]!();
    await settled();
  }
  expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
});
