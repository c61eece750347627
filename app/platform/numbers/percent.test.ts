import { expect, it } from "vitest";
import { percentOf } from "./percent.ts";

it("a share is rounded, and shows 0% or 100% only when exact", () => {
  const shares = [
    [60, 670],
    [1, 1000],
    [5, 1000],
    [669, 670],
    [670, 670],
    [0, 670],
    [0, 0],
  ] as const;
  expect(shares.map(([part, whole]) => percentOf(part, whole))).toEqual([
    "9%",
    "<1%",
    "1%",
    "99%",
    "100%",
    "0%",
    "0%",
  ]);
});
