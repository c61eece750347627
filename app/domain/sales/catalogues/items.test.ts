import { expect, it } from "vitest";
import { centsOf } from "./items.ts";

it.each([
  ["KSh1,200.00", 120_000],
  ["KES 1,200", 120_000],
  ["1.200,50 KES", 120_050],
  ["1 200,5 KES", 120_050],
  ["KSh12,345,678.90", null],
  ["KSh1,234,567.89", 123_456_789],
  ["Ksh 0.10", 10],
  ["KSh0.00", null],
  ["free", null],
  [null, null],
  [690, 690],
  [6.9, null],
])("reads the price %j as %j cents", (price, cents) => {
  expect(centsOf(price)).toBe(cents);
});
