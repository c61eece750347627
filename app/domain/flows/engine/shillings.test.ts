import { expect, it } from "vitest";
import { shillingsIn } from "./shillings.ts";

it.each([
  ["KES 1,500.50", 150_050],
  ["about 500", undefined],
  ["1000000000", 100_000_000_000],
  ["1000000001", undefined],
])("“%s” is %s cents", (text, cents) => {
  expect(shillingsIn(text)).toBe(cents);
});
