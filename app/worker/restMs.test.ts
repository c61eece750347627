import { expect, it } from "vitest";
import { restMs } from "./restMs.ts";

const now = new Date("2026-11-25T09:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);

it("sleeps until something is due, and at most until the sweep for lost notifications", () => {
  expect([null, at(90_000), at(30_001)].map((due) => restMs(due, now))).toEqual([30_000, 30_000, 30_000]);
  expect([at(29_999), at(5000), at(1)].map((due) => restMs(due, now))).toEqual([29_999, 5000, 1]);
});

it("checks again soon for what is due and locked by someone else", () => {
  expect([at(0), at(-1), new Date(0)].map((due) => restMs(due, now))).toEqual([250, 250, 250]);
});
