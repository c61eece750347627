import { describe, expect, it } from "vitest";
import { fromNairobiInput, toNairobiInput, toNairobiIso } from "./nairobiTime.ts";

describe("a time field in Kenya's time", () => {
  it("is three hours earlier in UTC, also over midnight", () => {
    expect(fromNairobiInput("2026-11-22T01:30")?.toISOString()).toBe("2026-11-21T22:30:00.000Z");
    expect(toNairobiInput(new Date("2026-11-21T22:30:00Z"))).toBe("2026-11-22T01:30");
  });

  it("has its offset in files read elsewhere", () => {
    const moment = new Date("2026-11-21T22:30:05.700Z");
    expect(toNairobiIso(moment)).toBe("2026-11-22T01:30:05+03:00");
    expect(new Date(toNairobiIso(moment)).getTime()).toBe(moment.getTime() - 700);
  });

  it("refuses invalid times", () => {
    expect(fromNairobiInput("tomorrow")).toBeNull();
    expect(fromNairobiInput("2026-13-45T99:99")).toBeNull();
  });
});
