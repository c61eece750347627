import { expect, it } from "vitest";
import { snoozeProblem, snoozeTimes } from "./snoozeTimes.ts";

const nairobi = "Africa/Nairobi";

it.each([
  [
    "a Thursday afternoon",
    "2026-11-26T11:20:00Z",
    nairobi,
    "2026-11-26T17:20",
    "2026-11-27T08:00",
    "2026-11-30T08:00",
  ],
  [
    "a begun minute",
    "2026-11-26T11:20:01Z",
    nairobi,
    "2026-11-26T17:21",
    "2026-11-27T08:00",
    "2026-11-30T08:00",
  ],
  [
    "late evening, past midnight",
    "2026-11-26T20:30:00Z",
    nairobi,
    "2026-11-27T02:30",
    "2026-11-27T08:00",
    "2026-11-30T08:00",
  ],
  [
    "early morning, when UTC has the day before",
    "2026-11-26T22:30:00Z",
    nairobi,
    "2026-11-27T04:30",
    "2026-11-28T08:00",
    "2026-11-30T08:00",
  ],
  [
    "a Sunday: tomorrow is the next Monday",
    "2026-11-29T09:00:00Z",
    nairobi,
    "2026-11-29T15:00",
    "2026-11-30T08:00",
    "2026-11-30T08:00",
  ],
  [
    "a Monday: the next one",
    "2026-11-30T05:30:00Z",
    nairobi,
    "2026-11-30T11:30",
    "2026-12-01T08:00",
    "2026-12-07T08:00",
  ],
  [
    "the end of a year",
    "2026-12-31T09:00:00Z",
    nairobi,
    "2026-12-31T15:00",
    "2027-01-01T08:00",
    "2027-01-04T08:00",
  ],
  [
    "the night in which Cairo's clocks go forward",
    "2026-04-23T20:00:00Z",
    "Africa/Cairo",
    "2026-04-24T02:00",
    "2026-04-24T08:00",
    "2026-04-27T08:00",
  ],
])("offers the times of %s", (_, now, zone, later, tomorrow, monday) => {
  expect(snoozeTimes(new Date(now), zone)).toEqual({ later, tomorrow, monday });
});

it.each([
  ["2026-11-26T11:59:00Z", "past"],
  ["2026-11-26T12:00:00Z", "past"],
  ["2026-11-26T12:00:01Z", null],
  ["2027-11-26T12:00:00Z", null],
  ["2027-11-26T12:01:00Z", "too_far"],
])("a snooze at noon until %s is refused as: %s", (until, problem) => {
  expect(snoozeProblem(new Date(until), new Date("2026-11-26T12:00:00Z"))).toBe(problem);
});
