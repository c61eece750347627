import { expect, it } from "vitest";
import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { ask, consent, definition, end, handover, say, tag, task } from "../outline/build.ts";
import { begin, receiveAnswer } from "./receiveAnswer.ts";
import type { RunningFlow } from "./state.ts";

const person = { name: "", phone: "+254712000111", tags: ["vip"], fields: { Town: "Nakuru" } };
const flowOf = (...steps: FlowStep[]): RunningFlow => ({ language: "sw", definition: definition([], steps) });
const check = (fact: string, operator: "is" | "at_least", value: string): FlowStep => ({
  ...{ id: "s2", kind: "check", fact, operator, value, next: "", otherwise: "s4" },
});

/** The result of one reply. */
const answered = (answer: string, ...rest: FlowStep[]) => {
  const flow = flowOf(ask("s1", "answer", "?"), ...rest);
  const now = new Date("2026-11-24T09:00:00Z");
  return receiveAnswer(flow, begin(flow, person).state, answer, { person, now });
};

it.each([
  ["tags", "is", "VIP", "yes"],
  ["town", "is", "nakuru", "yes"],
  ["answer", "at_least", "10", "yes"],
  ["answer", "at_least", "{answer}", "yes"],
  ["answer", "at_least", "13", "no"],
  ["Town", "is", "{unknown}", "no"],
] as const)("a check whether %s %s %s continues with “%s”", (fact, operator, value, said) => {
  const turn = answered("12", check(fact, operator, value), end("s3", "yes"), end("s4", "no"));
  expect(turn.effects).toEqual([{ kind: "send", text: said }]);
});

it.each([
  ["nakuru!", "branch of Nakuru"],
  ["Kisumu", "elsewhere"],
])("a branch on “%s” goes to the %s", (answer, said) => {
  const branch: FlowStep = {
    ...{ id: "s2", kind: "branch", answer: "answer", next: "s4" },
    cases: [{ value: "Nakuru", goTo: "s3" }],
  };
  const turn = answered(answer, branch, end("s3", "branch of Nakuru"), end("s4", "elsewhere"));
  expect(turn.effects).toEqual([{ kind: "send", text: said }]);
});

it("a deal and a task fill in the contact and the answer, and read the amount as customers write it", () => {
  const deal: FlowStep = {
    ...{ id: "s2", kind: "deal", title: "Order of {name}", value: "{answer}", next: "" },
    ...{ stageId: "stg_1", memberId: "" },
  };
  const [made, todo] = answered(
    "KES 12,500/=",
    deal,
    task("s3", "Ring {name}", "{answer}"),
    end("s4", ""),
  ).effects;
  expect(made).toEqual({
    ...{ kind: "deal", title: "Order of +254712000111", valueCents: 1_250_000 },
    ...{ stageId: "stg_1", memberId: "" },
  });
  expect(todo).toMatchObject({ kind: "task", title: "Ring +254712000111", note: "KES 12,500/=", days: 1 });
  expect(answered("a lot", deal, end("s4", "")).effects[0]).toMatchObject({ valueCents: 0 });
});

it("a tag from an answer is normalised like every tag; an empty answer adds none", () => {
  expect(answered(" Mombasa,  ROAD", tag("s2", "{answer}"), end("s3", "")).effects).toEqual([
    { kind: "tag", tag: "mombasa road" },
  ]);
  expect(answered("x", tag("s2", "{unknown}"), end("s3", "")).effects).toEqual([]);
});

it("consent stores the question and the customer's own words", () => {
  expect(answered("Ndiyo kabisa", consent("s2", true), end("s3", "")).effects).toEqual([
    { kind: "consent", granted: true, question: "?", answer: "Ndiyo kabisa" },
  ]);
});

it.each([
  ["an own text", handover("s2", "Karibu, {name}."), "Karibu."],
  ["the words of the language", handover("s2", ""), "Asante. Mhudumu wetu atakujibu hapa."],
])("a handover sends %s", (_, step, text) => {
  const turn = answered("x", step);
  expect([turn.effects, turn.rest]).toEqual([
    [{ kind: "send", text }],
    { kind: "end", status: "handed_over", reason: "handover_step" },
  ]);
});

it("a loop without a question hands over after 50 steps", () => {
  const turn = begin(flowOf(say("s1", "Round", "s2"), say("s2", "and round", "s1")), person);
  expect(turn.rest).toEqual({ kind: "end", status: "handed_over", reason: "loop" });
  // The customer sees only the handover.
  expect(turn.effects).toEqual([{ kind: "send", text: "Asante. Mhudumu wetu atakujibu hapa." }]);
});

it("a missing target hands over", () => {
  const turn = answered("x", say("s2", "One moment.", "s9"));
  expect(turn.rest).toEqual({ kind: "end", status: "handed_over", reason: "step_gone" });
  expect(turn.effects).toHaveLength(2);
});
