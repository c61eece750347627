import { expect, it } from "vitest";
import { type Leasing, leasesAtMs, nextRange } from "./leasing.ts";

const noon = Date.parse("2026-11-23T12:00:00Z");
const campaign: Leasing = {
  nextSequence: 1,
  recipientCount: 100,
  limitThrough: null,
  paceGapSeconds: null,
  pacedMs: null,
  quietFrom: null,
  quietTo: null,
  quietZone: null,
  nowMs: noon,
};

it("leases the next range at once, up to the last recipient or the messaging limit", () => {
  expect(nextRange(campaign, 80)).toEqual({ from: 1, to: 80, pacedMs: null, more: true });
  expect(nextRange({ ...campaign, nextSequence: 81 }, 80)).toMatchObject({ from: 81, to: 100, more: false });
  expect(nextRange({ ...campaign, limitThrough: 50 }, 80)).toMatchObject({ to: 50, more: false });
  expect(nextRange({ ...campaign, nextSequence: 101 }, 80)).toBeNull();
  expect(nextRange({ ...campaign, nextSequence: 51, limitThrough: 50 }, 80)).toBeNull();
});

it("keeps to the pace, and leaves what it did not use for a minute", () => {
  const paced = { ...campaign, paceGapSeconds: 0.5, pacedMs: noon - 5000 };
  expect(nextRange(paced, 80)).toEqual({ from: 1, to: 10, pacedMs: noon, more: false });
  expect(nextRange(paced, 4)).toMatchObject({ to: 4, pacedMs: noon - 3000 });
  expect(nextRange({ ...paced, pacedMs: noon - 999 }, 80)).toBeNull();
  expect(leasesAtMs({ ...paced, pacedMs: noon - 999 })).toBe(noon + 1);
  expect(nextRange({ ...paced, recipientCount: 1000, pacedMs: noon - 3_600_000 }, 500)).toMatchObject({
    to: 120,
    pacedMs: noon,
  });
  const slow = { ...campaign, paceGapSeconds: 90, pacedMs: noon - 89_000 };
  expect(leasesAtMs(slow)).toBe(noon + 1000);
  expect(nextRange({ ...slow, pacedMs: noon - 90_000 }, 80)).toMatchObject({ to: 1, pacedMs: noon });
});

it("leases nothing in quiet hours", () => {
  const quiet = { ...campaign, quietFrom: 14 * 60, quietTo: 16 * 60, quietZone: "Africa/Nairobi" };
  expect(leasesAtMs(quiet)).toBeNull();
  expect(nextRange({ ...quiet, quietFrom: 15 * 60 }, 80)).toBeNull();
  expect(nextRange({ ...quiet, quietTo: 15 * 60 }, 80)).toMatchObject({ to: 80 });
});
