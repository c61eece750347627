import { describe, expect, it } from "vitest";
import { EndedSessions } from "./lifeline.server.ts";
import { partOf, surplusOf } from "./shares.server.ts";

const sizes = (count: number, members: string[]) => members.map((own) => partOf(count, members, own).size);

describe("the numbers of several processes", () => {
  it.each([
    [200, [67, 67, 66]],
    [4, [2, 1, 1]],
    [2, [1, 1, 0]],
    [0, [0, 0, 0]],
  ])("%i are shared as %j", (count, expected) => {
    expect(sizes(count, ["a", "b", "c"])).toEqual(expected);
  });

  it("each process begins in a different place of those that are free", () => {
    const starts = ["a", "b", "c"].map((own) => partOf(66, ["a", "b", "c"], own).start);
    expect(starts).toEqual([0, 22, 44]);
  });

  it("a process that the others do not see yet counts itself", () => {
    expect(partOf(10, ["a"], "b").size).toBe(5);
  });

  it("are given away beyond a share, except a few of many", () => {
    expect([surplusOf(2, 1), surplusOf(1, 1), surplusOf(0, 1)]).toEqual([1, 0, 0]);
    expect([surplusOf(68, 67), surplusOf(69, 67), surplusOf(71, 67)]).toEqual([0, 2, 4]);
  });
});

describe("a session that holds numbers and has ended", () => {
  it("is silent after some seconds of being missing", () => {
    const ended = new EndedSessions();
    expect(ended.silent(["1", "2"], new Set(["2"]), 1000)).toEqual([]);
    expect(ended.silent(["1", "2"], new Set(["2"]), 4400)).toEqual([]);
    expect(ended.silent(["1", "2"], new Set(["2"]), 4500)).toEqual(["1"]);
  });

  it("counts from its last absence: one that was only not seen yet is alive", () => {
    const ended = new EndedSessions();
    ended.silent(["1"], new Set(), 1000);
    ended.silent(["1"], new Set(["1"]), 2000);
    expect(ended.silent(["1"], new Set(), 6000)).toEqual([]);
  });
});
