import { expect, it } from "vitest";
import { newId } from "./ids.ts";

it("ids sort in creation order, also within a millisecond", () => {
  const sameMs = Array.from({ length: 1000 }, () => newId("log", 1_795_252_000_000));
  const later = newId("log", 1_795_252_000_001);
  expect([later, ...sameMs].sort()).toEqual([...sameMs, later]);
  expect(new Set(sameMs).size).toBe(1000);
});

it("ids of one millisecond sort in creation order, however many of other times come between", () => {
  const ids = Array.from({ length: 70_000 }, () => {
    newId("log");
    return newId("log", 1_795_252_000_000);
  });
  expect(ids.findIndex((id, index) => index > 0 && id < ids[index - 1]!)).toBe(-1);
});

it("an id shows the kind of its object", () => {
  expect(newId("cmp")).toMatch(/^cmp_[0-9a-f]{32}$/);
});
