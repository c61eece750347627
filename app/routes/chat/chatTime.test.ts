import { describe, expect, it } from "vitest";
import { dayName, listTime, untilTime } from "./chatTime.ts";

// 00:30 on the 22nd in Nairobi.
const clock = { now: "2026-11-21T21:30:00Z" };

describe("the times of a chat", () => {
  it("separate days by Kenya's time, not Greenwich's", () => {
    expect(dayName("2026-11-21T21:05:00Z", clock)).toBe("Today");
    expect(dayName("2026-11-21T20:59:00Z", clock)).toBe("Yesterday");
    expect(dayName("2026-11-20T20:59:00Z", clock)).toBe("Friday 20 November 2026");
  });

  it("are short in the list", () => {
    expect(listTime("2026-11-21T21:05:00Z", clock)).toBe("00:05");
    expect(listTime("2026-11-21T20:59:00Z", clock)).toBe("Yesterday");
    expect(listTime("2026-11-02T09:00:00Z", clock)).toBe("2 Nov");
    expect(listTime("2025-09-02T09:00:00Z", clock)).toBe("2 Sep 2025");
  });

  it("say when the window closes", () => {
    expect(untilTime("2026-11-22T11:00:00Z", clock)).toBe("14:00 today");
    expect(untilTime("2026-11-22T21:10:00Z", clock)).toBe("00:10 tomorrow");
  });
});
