import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OpenHours, WorkingWeek } from "#app/db/schema/messaging/workingWeek.ts";
import { afterWorkingMinutes, beforeWorkingMinutes, isWorkingTime, lastOpen } from "./workingHours.ts";

const open = { from: "08:00", to: "17:00" };
const week: WorkingWeek = [open, open, open, open, open, { from: "09:00", to: "13:00" }, null];
/** A moment of Kenya's clocks. */
const at = (text: string) => new Date(`${text}:00+03:00`);

describe("working hours", () => {
  it("are those of Kenya", () => {
    expect(isWorkingTime(week, at("2026-11-18T08:00"))).toBe(true);
    expect(isWorkingTime(week, at("2026-11-18T17:00"))).toBe(false);
    expect(isWorkingTime(week, at("2026-11-22T10:00"))).toBe(false);
    expect(isWorkingTime(null, at("2026-11-22T03:00"))).toBe(true);
  });

  it("a promise made on Friday evening is due on Saturday, and over Sunday on Monday", () => {
    expect(afterWorkingMinutes(week, at("2026-11-20T16:50"), 30)).toEqual(at("2026-11-21T09:20"));
    expect(afterWorkingMinutes(week, at("2026-11-21T12:45"), 30)).toEqual(at("2026-11-23T08:15"));
    expect(afterWorkingMinutes(null, at("2026-11-21T12:45"), 30)).toEqual(at("2026-11-21T13:15"));
  });

  it("return when the business was last open", () => {
    expect(lastOpen(week, at("2026-11-23T07:00"))).toEqual(at("2026-11-21T13:00"));
    expect(lastOpen(week, at("2026-11-18T10:00"))).toEqual(at("2026-11-18T10:00"));
  });

  it("a wait is due exactly when it started that long ago or earlier", () => {
    const clock = fc.integer({ min: 0, max: 1439 });
    const asClock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    const day: fc.Arbitrary<OpenHours> = fc.option(
      fc
        .tuple(clock, clock)
        .filter(([from, to]) => from < to)
        .map(([from, to]) => ({ from: asClock(from), to: asClock(to) })),
    );
    const weeks = fc
      .tuple(day, day, day, day, day, day, day)
      .filter((days) => days.some((hours) => hours !== null));
    const start = at("2026-11-16T00:00").getTime();
    fc.assert(
      fc.property(
        weeks,
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 100 }),
        (days, sinceMinutes, promised) => {
          const waitingSince = new Date(start + sinceMinutes * 60_000);
          const due = afterWorkingMinutes(days, waitingSince, promised);
          expect(waitingSince <= beforeWorkingMinutes(days, due, promised)).toBe(true);
          const earlier = new Date(due.getTime() - 60_000);
          expect(waitingSince <= beforeWorkingMinutes(days, earlier, promised)).toBe(false);
        },
      ),
    );
  });
});
