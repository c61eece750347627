import { expect, it } from "vitest";
import { newId } from "./ids.ts";

it("ids sort in creation order, also within a millisecond", () => {
  const sameMs = Array.from({ length: 1000 }, () => newId("log", 1_795_252_000_000));
  const later = newId("log", 1_795_252_000_001);
  expect([later, ...sameMs].sort()).toEqual([...sameMs, later]);
  expect(new Set(sameMs).size).toBe(1000);
});

it("an id shows the kind of its object", () => {
  expect(newId("cmp")).toMatch(/^cmp_[0-9a-f]{32}$/);
});
