import { describe, expect, it } from "vitest";
import { campaignMoves, mayMove, requireMove } from "./states.ts";

type Status = keyof typeof campaignMoves;
const statuses = Object.keys(campaignMoves) as Status[];

describe("the moves of a campaign", () => {
  it("lead from a draft to every status", () => {
    const reached = new Set<Status>(["draft"]);
    for (const status of reached) for (const next of campaignMoves[status]) reached.add(next);
    expect([...reached].sort()).toEqual([...statuses].sort());
  });

  it("end for good when it is completed or cancelled", () => {
    expect(statuses.filter((status) => campaignMoves[status].length === 0)).toEqual([
      "completed",
      "cancelled",
    ]);
  });

  it("allow cancelling at any time before the end", () => {
    for (const status of statuses)
      expect(mayMove(status, "cancelled")).toBe(campaignMoves[status].length > 0);
  });

  it("refuse any other move in words", () => {
    expect(() => requireMove("completed", "sending", "resumed")).toThrow(
      "A campaign that is completed can’t be resumed.",
    );
  });
});
