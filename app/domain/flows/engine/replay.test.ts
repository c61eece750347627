import { expect, it } from "vitest";
import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { ask, choose, consent, definition, end, tag, task } from "../outline/build.ts";
import { replay } from "./replay.ts";

const now = new Date("2026-11-24T09:00:00Z");
const play = (steps: FlowStep[], ...inputs: string[]) =>
  replay({ language: "en", definition: definition([], steps) }, inputs, now);
const webhook = (id: string, next = ""): FlowStep => ({
  ...{ id, kind: "webhook", endpointId: "whe_1", timeoutSeconds: 5, next, otherwise: "" },
  mapping: [{ saveTo: "price", path: "order.price" }],
});

it("replays a conversation line by line, and lists the effects", () => {
  const played = play(
    [
      ask("s1", "town", "Where do you live?", { field: "Town" }),
      tag("s2", "{town}"),
      task("s3", "Ring {name}"),
      choose("s4", "news", "May we send you news?", ["Yes", "No"]),
      consent("s5", true),
      end("s6", "Thank you, {name}."),
    ],
    "Nakuru",
    "yes",
    "Not heard any more",
  );
  expect(played.lines.map(({ by, text }) => `${by}: ${text}`)).toEqual([
    "flow: Where do you live?",
    "customer: Nakuru",
    expect.stringMatching(/^note: .*Town.*Nakuru/),
    expect.stringMatching(/^note: .*nakuru/),
    expect.stringMatching(/^note: .*Ring Asha Mwangi/),
    "flow: May we send you news?",
    "customer: yes",
    expect.stringMatching(/^note: .*Yes/),
    "flow: Thank you, Asha Mwangi.",
  ]);
  expect(played).toMatchObject({
    ...{ isOver: true, at: "completed", reason: null },
    ...{ fields: { Town: "Nakuru" }, tags: ["nakuru"], consent: "granted" },
  });
});

it("stops at the pending question", () => {
  expect(play([ask("s1", "town", "Where?"), end("s2", "")])).toMatchObject({ isOver: false, at: "s1" });
});

it("a called system returns the names of its fields", () => {
  const played = play([webhook("s1"), end("s2", "It costs {price}.")]);
  expect(played.lines.map(({ by }) => by)).toEqual(["note", "flow"]);
  expect(played.lines[1]!.text).toBe("It costs ‹price›.");
});

it("endless calls of a system are a loop", () => {
  expect(play([webhook("s1", "s1")])).toMatchObject({ isOver: true, at: "handed_over", reason: "loop" });
});

it.each(["STOP", "Acha", "Stop promotions"])(
  "“%s” opts out and ends the session, whatever the question",
  (word) => {
    const played = play([ask("s1", "town", "Where?"), end("s2", "Thank you.")], word);
    expect(played).toMatchObject({ isOver: true, at: "stopped", reason: "opted_out" });
    expect(played.lines.at(-1)!.by).toBe("customer");
  },
);
