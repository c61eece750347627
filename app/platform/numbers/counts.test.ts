import { describe, expect, it } from "vitest";
import { countOf, formatCount } from "./counts.ts";

describe("counts", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [12_345_678, "12,345,678"],
    [79.5, "79.5"],
  ])("%d is shown as %s", (count, text) => expect(formatCount(count)).toBe(text));

  it.each([
    [0, "0 messages"],
    [1, "1 message"],
    [2, "2 messages"],
    [1441, "1,441 messages"],
  ])("%d messages are %s", (count, text) => expect(countOf(count, "message")).toBe(text));

  it("supports a plural that does not end in s", () =>
    expect([1, 3].map((count) => countOf(count, "person", "people"))).toEqual(["1 person", "3 people"]));
});
