import { expect, it } from "vitest";
import { createNames } from "./namedClient.server.ts";

it("a text has a name from its third time on, always the same", () => {
  const nameOf = createNames();
  const names = ["select $1", "select $1", "select $2", "select $1", "select $1"].map(nameOf);
  expect(names).toEqual([undefined, undefined, undefined, "s1", "s1"]);
});

it("no more texts have names than a connection should keep plans", () => {
  const nameOf = createNames(2);
  const thrice = (text: string) => [nameOf(text), nameOf(text), nameOf(text)].at(-1);
  expect(["a", "b", "c"].map(thrice)).toEqual(["s1", "s2", undefined]);
});
