import { describe, expect, it } from "vitest";
import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { ask, choose, end, handover, say } from "./build.ts";
import { mapOf } from "./map.ts";

/** Each row as `way > step`, indented by its depth; a jump in brackets; `→` to a following step. */
const drawn = (steps: FlowStep[]) =>
  mapOf(steps).map(
    ({ stepId, isJump, depth, way, leadsTo }) =>
      `${" ".repeat(depth)}${way ? `${way} > ` : ""}${isJump ? `[${stepId}]` : stepId}${leadsTo ? ` → ${leadsTo}` : ""}`,
  );

const check = (id: string, next: string, otherwise: string): FlowStep => ({
  ...{ id, kind: "check", fact: "town", operator: "is", value: "Nakuru", next, otherwise },
});

describe("the map of a flow", () => {
  it("draws a flow without branches as one column", () => {
    expect(drawn([say("s1", "Hello"), ask("s2", "name", "Your name?"), end("s3", "Bye")])).toEqual([
      ...["s1", "s2", "s3"],
    ]);
  });

  it("indents branches, and continues below them with the step that follows all of them", () => {
    const steps = [
      choose("s1", "topic", "What is it about?", ["Order > s2", "Price > s3", "Other > s4"]),
      say("s2", "We look for your order", "s4"),
      say("s3", "It costs 100", "s4"),
      handover("s4", "A colleague answers"),
    ];
    expect(drawn(steps)).toEqual(["s1", " Order > s2 → s4", " Price > s3 → s4", "Other > s4"]);
  });

  it("continues below the branches also where no choice leads there directly", () => {
    const steps = [
      choose("s1", "topic", "What is it about?", ["Order > s2", "Price > s3"]),
      say("s2", "We look for your order", "s4"),
      say("s3", "It costs 100"),
      handover("s4", "A colleague answers"),
    ];
    expect(drawn(steps)).toEqual(["s1", " Order > s2 → s4", " Price > s3 → s4", "s4"]);
  });

  it("puts choices with one target on one way, and jumps back to an earlier step", () => {
    const steps = [
      choose("s1", "stars", "How was it?", ["5", "4", "2 > s3", "1 > s3"]),
      choose("s2", "more", "Anything else?", ["Yes > s1", "No"]),
      handover("s3", "We are sorry"),
    ];
    expect(drawn(steps)).toEqual(["s1", " 5, 4 > s2", "  Yes > [s1]", " No > [s3]", "2, 1 > s3"]);
  });

  it("names both ways of a check, shows a missing step, and puts what nothing reaches at the end", () => {
    const steps = [check("s1", "", "s9"), end("s2", "Bye"), say("s3", "Never sent")];
    expect(drawn(steps)).toEqual(["s1", " Otherwise > [null]", "is Nakuru > s2", "s3"]);
  });

  it("is empty for a flow without steps, and ends for one that leads to itself", () => {
    expect(drawn([])).toEqual([]);
    expect(drawn([say("s1", "Again", "s1")])).toEqual(["s1 → s1"]);
  });
});
