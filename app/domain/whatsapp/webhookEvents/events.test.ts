import { describe, expect, it } from "vitest";
import { timeOf } from "./events.ts";

const now = new Date("2026-11-21T09:00:00Z");

describe("the time of an event", () => {
  it("is read in seconds or in milliseconds", () => {
    expect(timeOf("1790000100", now).toISOString()).toBe("2026-09-21T14:15:00.000Z");
    expect(timeOf(1790000100000, now).toISOString()).toBe("2026-09-21T14:15:00.000Z");
  });

  it.each([undefined, "", "soon", "-5", "0", "1e300", "253402300800000"])(
    "is now when Meta sends %s",
    (said) => {
      expect(timeOf(said, now)).toEqual(now);
    },
  );
});
