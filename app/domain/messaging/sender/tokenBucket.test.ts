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

  it("gives nothing for a quarter of a second when Meta asks to slow down, then less, and recovers", () => {
    const bucket = new TokenBucket(100, 0);
    bucket.slowDown(5000);
    expect(bucket.take(10, 5240)).toBe(0);
    expect(bucket.waitMs(5200)).toBe(50);
    expect(bucket.take(1000, 5340)).toBe(7);
    for (let now = 5340; now <= 15_000; now += 10) bucket.take(1000, now);
    let taken = 0;
    for (let now = 15_000; now < 16_000; now += 10) taken += bucket.take(1000, now);
    expect(taken).toBeGreaterThanOrEqual(99);
  });
});
