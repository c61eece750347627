import { expect, it } from "vitest";
import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { ask, choose, definition, end, handover, say, task } from "./build.ts";
import { problemsOf } from "./problems.ts";

const problems = (steps: FlowStep[], ...rest: [] | [Parameters<typeof definition>[2]]) =>
  problemsOf(definition(["order"], steps, ...rest)).map(({ stepId, text }) => [stepId, text]);

const question = ask("s1", "item", "What would you like?");

it("a complete flow has no problems", () => {
  expect(problems([question, say("s2", "{item} for {name}, {phone}, {tags}."), end("s3", "Bye.")])).toEqual(
    [],
  );
});

it.each<[string, FlowStep[], (string | null)[]]>([
  ["no steps", [], [null]],
  ["a last step that leads on", [question], ["s1"]],
  ["a way to a step that is gone", [{ ...question, next: "s9" }, end("s2", "Bye.")], ["s1", "s2"]],
  ["a step that nothing leads to", [question, end("s2", "Bye."), handover("s3", "")], ["s3"]],
  ["a circle without a question", [say("s1", "Round", "s2"), say("s2", "and round", "s1")], ["s1", "s2"]],
  ["a name that no step asks for", [question, task("s3", "Ring {neighbour}"), end("s2", "Bye.")], ["s3"]],
  ["a text that is too long", [say("s1", "a".repeat(4097)), end("s2", "")], ["s1"]],
  ["a say without words", [say("s1", ""), end("s2", "")], ["s1"]],
  ["two answers that read the same", [choose("s1", "item", "?", ["Table", "table!"]), end("s2", "")], ["s1"]],
  [
    "four buttons",
    [{ ...choose("s1", "item", "?", ["1", "2", "3", "4"]), shownAs: "buttons" } as FlowStep, end("s2", "")],
    ["s1"],
  ],
  [
    "a button with more than 20 characters",
    [choose("s1", "item", "?", ["a".repeat(21)]), end("s2", "")],
    ["s1"],
  ],
  ["a choice of one answer", [{ ...question, check: "choice", options: ["One"] }, end("s2", "")], ["s1"]],
])("%s is a problem", (_, steps, stepIds) => {
  expect(problems(steps).map(([stepId]) => stepId)).toEqual(stepIds);
});

it("a loop with a question in it is allowed", () => {
  expect(problems([ask("s1", "item", "?", { next: "s2" }), say("s2", "Once more.", "s1")])).toEqual([]);
});

it.each(["stop", "Anza", "menu", "agent"])("“%s” can't be a keyword: it is a command", (word) => {
  const found = problemsOf(definition([word], [question, end("s2", "")]));
  expect(found).toMatchObject([{ stepId: null, text: expect.stringContaining(word) }]);
});

it("an ending after no answer needs a text, and must be within Meta's 24 hours, with the reminder", () => {
  const steps = [question, end("s2", "")];
  expect(problems(steps, { afterwards: "end", text: "" })).toHaveLength(1);
  expect(problems(steps, { afterwards: "end", text: "Bye." })).toEqual([]);
  expect(problems(steps, { remindMinutes: 1380, endMinutes: 1 })).toHaveLength(1);
  // Nothing is waited for.
  expect(problems([end("s1", "Bye.")], { remindMinutes: 1380, endMinutes: 1380 })).toEqual([]);
});
