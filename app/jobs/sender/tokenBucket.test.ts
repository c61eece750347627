import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TokenBucket } from "./tokenBucket.ts";

describe("a token bucket", () => {
  it("gives in any second no more than its rate and one burst", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 300 }),
        (rate, gaps) => {
          const bucket = new TokenBucket(rate, 0);
          const taken: { at: number; count: number }[] = [];
          let now = 0;
          for (const gap of gaps) {
            now += gap;
            taken.push({ at: now, count: bucket.take(1000, now) });
          }
          for (const { at } of taken) {
            const inSecond = taken
              .filter((t) => t.at >= at && t.at < at + 1000)
              .reduce((sum, t) => sum + t.count, 0);
            expect(inSecond).toBeLessThanOrEqual(rate + Math.max(1, rate * 0.1) + 1);
          }
        },
      ),
    );
  });

  it("uses its whole rate when asked every few milliseconds", () => {
    const bucket = new TokenBucket(80, 0);
    let taken = 0;
    for (let now = 0; now <= 10_000; now += 3) taken += bucket.take(1000, now);
    expect(taken).toBeGreaterThanOrEqual(800);
  });

  it("gives nothing while Meta asked to slow down, and waits longer each time", () => {
    const bucket = new TokenBucket(100, 0);
    bucket.slowDown(5000);
    expect(bucket.take(10, 5200)).toBe(0);
    expect(bucket.waitMs(5200)).toBe(50);
    expect(bucket.take(10, 5270)).toBe(2);
    bucket.slowDown(5300);
    expect(bucket.take(10, 5700)).toBe(0);
    expect(bucket.take(10, 5850)).toBe(5);
  });
});
