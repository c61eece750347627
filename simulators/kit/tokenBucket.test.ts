import { describe, expect, it } from "vitest";
import { PairBuckets, TokenBucket } from "./tokenBucket.ts";

describe("throughput of a number", () => {
  it("never refuses a caller that keeps to 80 a second", () => {
    const bucket = new TokenBucket(80, 80);
    const refused = Array.from({ length: 80 * 600 }, (_, index) => Math.floor(index * 12.5)).filter(
      (at) => !bucket.take(at),
    );
    expect(refused).toEqual([]);
  });

  it("lets one second's worth through at once, then the rate", () => {
    const bucket = new TokenBucket(80, 80);
    const taken = (at: number, attempts: number) =>
      Array.from({ length: attempts }, () => bucket.take(at)).filter(Boolean).length;
    expect(taken(1_000, 200)).toBe(80);
    expect(taken(1_500, 200)).toBe(40);
    expect(taken(60_000, 200)).toBe(80);
  });

  it("does not count refused attempts", () => {
    const bucket = new TokenBucket(1, 1);
    expect([0, 100, 999, 1_000].map((at) => bucket.take(at))).toEqual([true, false, false, true]);
  });
});

describe("rate to one customer", () => {
  it("lets 45 through at once, then one every 6 seconds", () => {
    const pairs = new PairBuckets();
    const taken = (at: number) =>
      Array.from({ length: 100 }, () => pairs.take("1:2547", at)).filter(Boolean).length;
    expect([0, 5_999, 6_000, 18_000].map(taken)).toEqual([45, 0, 1, 2]);
    expect(pairs.take("1:2541", 0)).toBe(true);
  });
});
