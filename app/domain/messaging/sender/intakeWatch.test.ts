import { afterEach, expect, it, vi } from "vitest";
import { IntakeWatch } from "./intakeWatch.server.ts";

afterEach(() => void vi.useRealTimers());

it("many dispatchers share one look at the webhooks, and a failed look is not kept", async () => {
  const statements: string[] = [];
  let isDown = true;
  const client = {
    async query({ name = "" }: { name?: string }) {
      statements.push(name);
      if (isDown) throw new Error("connection lost");
      return {
        rows: name === "first-waiting-webhook" ? [{ first: 1, newest: 1 }] : [{ since: null }],
        rowCount: 0,
      } as never;
    },
  };
  const watch = new IntakeWatch(client);
  await expect(watch.read()).rejects.toThrow("connection lost");
  isDown = false;
  statements.length = 0;
  const states = await Promise.all(Array.from({ length: 40 }, () => watch.read()));
  expect(new Set(states)).toEqual(new Set([{ intakeOpenSince: null, lowWater: 0 }]));
  expect(statements).toEqual(["first-waiting-webhook", "intake-open-since"]);
});

it("reads no entry again below the first webhook that is not applied", async () => {
  vi.useFakeTimers();
  const from: number[] = [];
  const found = { first: null as number | null, newest: 0 };
  const client = {
    async query({ name, values }: { name?: string; values?: unknown[] }) {
      if (name !== "first-waiting-webhook") return { rows: [{ since: null }], rowCount: 1 } as never;
      from.push(values![0] as number);
      return { rows: [{ ...found }], rowCount: 1 } as never;
    },
  };
  const watch = new IntakeWatch(client);
  const stateAfter = async (seconds: number, first: number | null, newest: number) => {
    vi.advanceTimersByTime(seconds * 1000);
    Object.assign(found, { first, newest });
    await watch.read();
  };
  await stateAfter(0, null, 100);
  // An older id may still be in flight.
  await stateAfter(10, 120, 150);
  await stateAfter(25, 130, 900);
  await stateAfter(31, 880, 990);
  await stateAfter(31, 500, 1200);
  await stateAfter(2, 500, 1200);
  expect(from).toEqual([0, 0, 0, 100, 880, 880]);
});
