import { describe, expect, it } from "vitest";
import { fromNairobiInput, toNairobiInput } from "./nairobiTime.ts";

describe("a time field in Kenya's time", () => {
  it("means three hours earlier in UTC, also over midnight", () => {
    expect(fromNairobiInput("2026-11-22T01:30")?.toISOString()).toBe("2026-11-21T22:30:00.000Z");
    expect(toNairobiInput(new Date("2026-11-21T22:30:00Z"))).toBe("2026-11-22T01:30");
  });

  it("refuses what is no time", () => {
    expect(fromNairobiInput("tomorrow")).toBeNull();
    expect(fromNairobiInput("2026-13-45T99:99")).toBeNull();
  });
});
