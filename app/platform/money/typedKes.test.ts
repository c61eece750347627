import { expect, it } from "vitest";
import { typedCents } from "./typedKes.ts";

it.each([
  ["1500", 150_000],
  ["1,500", 150_000],
  ["1,500.00", 150_000],
  ["KES 1,500.50", 150_050],
  ["KES\u00a01\u202f500", 150_000],
  ["ksh 1 500/=", 150_000],
  ["Kshs 500", 50_000],
  ["Sh. 20", 2000],
  ["200/-", 20_000],
  ["0.5", 50],
  ["0", 0],
  ["1,234,567,890", 123_456_789_000],
  ["1.234", undefined],
  ["1,5", undefined],
  ["1.500,00", undefined],
  ["15,00", undefined],
  ["1e3", undefined],
  ["-5", undefined],
  ["+5", undefined],
  ["0x10", undefined],
  ["٣٠٠", undefined],
  ["about 500", undefined],
  ["", undefined],
])("“%s” is %s cents", (text, cents) => {
  expect(typedCents(text)).toBe(cents);
});
