import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskedPhone, shareOf } from "./share.ts";

const percents = fc.constantFrom(12, 15, 18, 20);
const amounts = fc.array(
  fc.record({ amountCents: fc.integer({ min: -500_000, max: 25_000_000 }), percent: percents }),
  {
    maxLength: 300,
  },
);

describe("the share of a partner", () => {
  it("is that percent of the amount, and loses no cent however many amounts there are", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 99 }), (list, start) => {
        let carry = start;
        let shares = 0;
        let exact = start;
        for (const { amountCents, percent } of list) {
          const share = shareOf(amountCents, percent, carry);
          // One transaction is less than a cent off its exact percentage.
          expect(Math.abs(share.shareCents * 100 - amountCents * percent)).toBeLessThan(100);
          carry = share.carry;
          expect(carry).toBeGreaterThanOrEqual(0);
          expect(carry).toBeLessThan(100);
          shares += share.shareCents;
          exact += amountCents * percent;
        }
        expect(shares * 100 + carry).toBe(exact);
        expect(shares).toBe(Math.floor(exact / 100));
      }),
    );
  });

  it("of single cents adds up: a hundred of them at 15 percent are 15 cents", () => {
    let carry = 0;
    let shares = 0;
    for (let cent = 0; cent < 100; cent++) {
      const share = shareOf(1, 15, carry);
      carry = share.carry;
      shares += share.shareCents;
    }
    expect({ shares, carry }).toEqual({ shares: 15, carry: 0 });
  });

  it("of an amount and its correction is nothing", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        percents,
        fc.integer({ min: 0, max: 99 }),
        (amount, percent, start) => {
          const first = shareOf(amount, percent, start);
          const second = shareOf(-amount, percent, first.carry);
          expect(first.shareCents + second.shareCents).toBe(0);
          expect(second.carry).toBe(start);
        },
      ),
    );
  });
});

it("a phone is shown without its middle", () => {
  expect(maskedPhone("+254 712 345 678")).toBe("+25471•••678");
  expect(maskedPhone("")).toBe("");
});
