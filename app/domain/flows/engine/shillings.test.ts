import { expect, it } from "vitest";
import { shillingsIn } from "./shillings.ts";

it.each([
  ["1500", 150_000],
  ["KES 1,500.50", 150_050],
  ["ksh 1 500/=", 150_000],
  ["Kshs 500", 50_000],
  ["Sh. 20", 2000],
  ["200/-", 20_000],
  ["0", 0],
  ["1.234", undefined],
  ["-5", undefined],
  ["about 500", undefined],
  ["", undefined],
  ["1000000000", 100_000_000_000],
  ["1000000001", undefined],
])("“%s” is %s cents", (text, cents) => {
  expect(shillingsIn(text)).toBe(cents);
});
