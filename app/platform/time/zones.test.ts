import { expect, it } from "vitest";
import { fromZoneInput, toZoneInput } from "./zones.ts";

it.each([
  ["Africa/Nairobi", "2026-11-27T08:00", "2026-11-27T05:00:00.000Z"],
  ["Africa/Nairobi", "2026-11-27T00:30", "2026-11-26T21:30:00.000Z"],
  ["Africa/Lagos", "2026-11-27T00:30", "2026-11-26T23:30:00.000Z"],
  // Cairo's clocks go forward on 24 April 2026 and back on 29 October.
  ["Africa/Cairo", "2026-04-23T08:00", "2026-04-23T06:00:00.000Z"],
  ["Africa/Cairo", "2026-04-24T08:00", "2026-04-24T05:00:00.000Z"],
  ["Africa/Cairo", "2026-10-30T08:00", "2026-10-30T06:00:00.000Z"],
])("in %s, %s is %s", (zone, local, utc) => {
  expect(fromZoneInput(local, zone)?.toISOString()).toBe(utc);
  expect(toZoneInput(new Date(utc), zone)).toBe(local);
});

it("reads a time that the clocks skip as one hour later", () => {
  expect(toZoneInput(fromZoneInput("2026-04-24T00:30", "Africa/Cairo")!, "Africa/Cairo")).toBe(
    "2026-04-24T01:30",
  );
});

it("reads nothing that is no time", () => {
  for (const text of ["", "tomorrow", "2026-11-27", "2026-13-45T99:99"])
    expect(fromZoneInput(text, "Africa/Nairobi")).toBeNull();
});
