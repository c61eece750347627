import { describe, expect, it } from "vitest";
import { endOfDay } from "./endOfDay.ts";

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("the end of a temporary change", () => {
  const ends = new Date("2026-11-20T21:00:00Z");
  it.each([
    { now: "2026-11-20T09:00:00Z", day: "2026-11-20", is: ends },
    // Nairobi is three hours ahead: its 21st has begun.
    { now: "2026-11-20T20:59:59Z", day: "2026-11-20", is: ends },
    { now: "2026-11-20T21:00:00Z", day: "2026-11-20", is: "override.ends_too_soon" },
    { now: "2026-11-20T09:00:00Z", day: "2026-11-19", is: "override.ends_too_soon" },
    { now: "2026-11-20T21:00:00Z", day: "2027-11-21", is: new Date("2027-11-21T21:00:00Z") },
    { now: "2026-11-20T09:00:00Z", day: "2027-11-21", is: "override.ends_too_late" },
  ])("at $now, until $day: $is", ({ now, day, is }) => {
    expect(codeOf(() => endOfDay(day, new Date(now)))).toEqual(is);
  });
});
