import { describe, expect, it } from "vitest";
import { nextTry, verdictOf } from "./schedule.ts";

const now = new Date("2026-11-20T09:00:00Z");
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);

describe("the retry of a webhook", () => {
  it.each([
    { attempts: 1, retryAfter: undefined, seconds: 5 },
    { attempts: 2, retryAfter: undefined, seconds: 60 },
    { attempts: 8, retryAfter: undefined, seconds: 9 * 3600 },
    // The receiver may ask for more time, never for less.
    { attempts: 1, retryAfter: 120, seconds: 120 },
    { attempts: 2, retryAfter: 1, seconds: 60 },
    // After the ninth attempt it is given up, whatever the receiver asks.
    { attempts: 9, retryAfter: undefined, seconds: null },
    { attempts: 9, retryAfter: 120, seconds: null },
  ])(
    "after $attempts failures and Retry-After $retryAfter: $seconds s",
    ({ attempts, retryAfter, seconds }) => {
      const next = nextTry(attempts, now, retryAfter);
      expect(next && (next.getTime() - now.getTime()) / 1000).toBe(seconds);
    },
  );
});

describe("an endpoint that fails", () => {
  it.each([
    { failing: null, last: null, warned: null, verdict: "nothing" },
    { failing: 200, last: null, warned: null, verdict: "nothing" },
    // One bad hour five days ago, and one failure now.
    { failing: 200, last: 199, warned: null, verdict: "nothing" },
    { failing: 200, last: 188.1, warned: null, verdict: "nothing" },
    { failing: 200, last: 188, warned: null, verdict: "off" },
    { failing: 59.9, last: 1, warned: null, verdict: "nothing" },
    { failing: 60, last: 1, warned: null, verdict: "warn" },
    { failing: 100, last: 1, warned: 40, verdict: "nothing" },
    { failing: 119.9, last: 1, warned: 40, verdict: "nothing" },
    { failing: 120, last: 1, warned: 40, verdict: "off" },
  ])("for $failing h, before this $last h ago, warned $warned h ago: $verdict", ({ verdict, ...since }) => {
    const at = (ago: number | null) => (ago === null ? null : hours(ago));
    const endpoint = {
      failingSince: at(since.failing),
      lastFailureAt: at(since.last),
      warnedAt: at(since.warned),
    };
    expect(verdictOf(endpoint, now)).toBe(verdict);
  });
});
