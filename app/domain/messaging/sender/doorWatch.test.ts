import { afterEach, expect, it, vi } from "vitest";
import { DoorWatch } from "./doorWatch.server.ts";

afterEach(() => void vi.useRealTimers());

it("many dispatchers share one look at the webhooks, and a failed look is not kept", async () => {
  const asked: string[] = [];
  let isDown = true;
  const client = {
    async query({ name = "" }: { name?: string }) {
      asked.push(name);
      if (isDown) throw new Error("connection lost");
      return {
        rows: name === "first-waiting-webhook" ? [{ first: 1, newest: 1 }] : [],
        rowCount: 0,
      } as never;
    },
  };
  const watch = new DoorWatch(client);
  await expect(watch.look()).rejects.toThrow("connection lost");
  isDown = false;
  asked.length = 0;
  const looks = await Promise.all(Array.from({ length: 40 }, () => watch.look()));
  expect(new Set(looks)).toEqual(new Set([{ doorOpenSince: null, lowWater: 0 }]));
  expect(asked).toEqual(["first-waiting-webhook", "door-open-since"]);
});

it("reads no entry again below the first webhook that is not applied", async () => {
  vi.useFakeTimers();
  const from: number[] = [];
  const found = { first: null as number | null, newest: 0 };
  const client = {
    async query({ name, values }: { name?: string; values?: unknown[] }) {
      if (name !== "first-waiting-webhook") return { rows: [], rowCount: 0 };
      from.push(values![0] as number);
      return { rows: [{ ...found }], rowCount: 1 } as never;
    },
  };
  const watch = new DoorWatch(client);
  const lookAfter = async (seconds: number, first: number | null, newest: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    Object.assign(found, { first, newest });
    await watch.look();
  };
  await lookAfter(0, null, 100);
  // An older id may still be in flight.
  await lookAfter(10, 120, 150);
  await lookAfter(25, 130, 900);
  await lookAfter(31, 880, 990);
  await lookAfter(31, 500, 1200);
  await lookAfter(2, 500, 1200);
  expect(from).toEqual([0, 0, 0, 100, 880, 880]);
});
