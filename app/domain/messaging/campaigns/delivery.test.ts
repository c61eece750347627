import { expect, it } from "vitest";
import { endOfQuiet, finishOf, gapOf, peopleOf } from "./delivery.ts";

const night = { from: 21 * 60, to: 7 * 60, zone: "Africa/Nairobi" };
const at = (clock: string) => new Date(`2026-11-23T${clock}:00+03:00`);

it("returns the end of the quiet hours, over midnight too", () => {
  expect(endOfQuiet(night, at("20:59"))).toBeNull();
  expect(endOfQuiet(night, at("21:00"))).toEqual(new Date("2026-11-24T07:00:00+03:00"));
  expect(endOfQuiet(night, at("06:59"))).toEqual(at("07:00"));
  expect(endOfQuiet(night, at("07:00"))).toBeNull();
  expect(endOfQuiet({ ...night, from: 12 * 60, to: 14 * 60 }, at("13:30"))).toEqual(at("14:00"));
});

it("adds the nights to the time that a pace takes", () => {
  const hourly = { start: at("19:00"), messages: 5, gapSeconds: 3600 };
  expect(finishOf({ ...hourly, quiet: null })).toEqual(at("23:00"));
  // Two hours until nine in the evening, the other two from seven in the morning on.
  expect(finishOf({ ...hourly, quiet: night })).toEqual(new Date("2026-11-24T09:00:00+03:00"));
  expect(finishOf({ start: at("23:00"), messages: 1, gapSeconds: 1, quiet: night })).toEqual(
    new Date("2026-11-24T07:00:00+03:00"),
  );
  expect(finishOf({ start: at("08:00"), messages: 1e9, gapSeconds: 3600, quiet: night })).toBeNull();
});

it("spreads a campaign over its hours, or sends so many a minute", () => {
  expect(gapOf(null, 100)).toBeNull();
  expect(gapOf({ kind: "over", hours: 4 }, 1440)).toBe(10);
  expect(gapOf({ kind: "per_minute", messages: 120 }, 1440)).toBe(0.5);
});

it("reads Meta's tiers and counts", () => {
  expect(
    ["TIER_250", "TIER_2K", "TIER_100K", "2000", "TIER_UNLIMITED", "NOT_SET", null].map(peopleOf),
  ).toEqual([250, 2000, 100_000, 2000, null, undefined, undefined]);
});
