import { expect, it } from "vitest";
import { newId } from "./ids.ts";

it("ids sort in creation order, also within a millisecond", () => {
  const sameMs = Array.from({ length: 1000 }, () => newId("log", 1_795_252_000_000));
  const later = newId("log", 1_795_252_000_001);
  expect([later, ...sameMs].sort()).toEqual([...sameMs, later]);
  expect(new Set(sameMs).size).toBe(1000);
});

it("ids of a millisecond also sort in creation order where the running number starts over", () => {
  const startMs = 1_795_252_000_000;
  const ids = Array.from({ length: 140_000 }, (_, index) => newId("log", startMs + Math.floor(index / 1000)));
  expect(ids.findIndex((id, index) => index > 0 && id < ids[index - 1]!)).toBe(-1);
});

it("an id shows the kind of its object", () => {
  expect(newId("cmp")).toMatch(/^cmp_[0-9a-f]{32}$/);
});
