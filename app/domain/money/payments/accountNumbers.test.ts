import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAccountNumber, newAccountNumber, readAccountNumber } from "./accountNumbers.ts";

describe("an account number at the paybill", () => {
  it("is read in any notation", () => {
    const number = newAccountNumber("organisation");
    expect(isAccountNumber(number)).toBe(true);
    const typed = ` ${number.slice(0, 3).replaceAll("0", "o")}-${number.slice(3).toLowerCase()} `;
    expect(readAccountNumber(typed)).toBe(number);
  });

  it("detects every single typo and every swap of neighbours", () => {
    fc.assert(
      fc.property(fc.nat(6), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const number = newAccountNumber("organisation");
        const slip = String((Number(number[at]) + by) % 10);
        expect(isAccountNumber(number.slice(0, at) + slip + number.slice(at + 1))).toBe(false);
        const [left, right] = [number[Math.min(at, 5)]!, number[Math.min(at, 5) + 1]!];
        const swapped = number.slice(0, Math.min(at, 5)) + right + left + number.slice(Math.min(at, 5) + 2);
        expect(isAccountNumber(swapped)).toBe(left === right);
      }),
    );
  });
});
