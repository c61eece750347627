import { describe, expect, it } from "vitest";
import { ask, choose, definition, end, say } from "../outline/build.ts";
import { begin, receiveAnswer, remind, resume } from "./receiveAnswer.ts";
import type { Effect, RunningFlow, Turn } from "./state.ts";

const now = new Date("2026-11-24T09:00:00Z");
const person = { name: "Asha", phone: "+254712000111", tags: [], fields: {} };

const flow: RunningFlow = {
  language: "en",
  definition: definition(
    ["order"],
    [
      choose("s1", "item", "What would you like, {name}?", ["Chair", "Table > s3", "Cancel"]),
      ask("s2", "seats", "How many chairs?", { check: "number", field: "Chairs" }),
      ask("s3", "day", "When?", { check: "coming_date", retry: "A day to come, please." }),
      ask("s4", "colour", "Which colour?", { check: "choice", options: ["Red", "Blue"] }),
      end("s5", "{item} in {colour} on {day}. Thank you."),
    ],
    { reminder: "Are you still there?" },
  ),
};

const textsOf = ({ effects }: Pick<Turn, "effects">) =>
  effects.flatMap((effect) => (effect.kind === "send" ? effect.text : []));

/** A flow's response to these messages, in order. */
function turnAfter(...messages: string[]): Turn {
  let turn = begin(flow, person);
  for (const message of messages) turn = receiveAnswer(flow, turn.state, message, { person, now });
  return turn;
}

describe("an answer", () => {
  it.each([
    // A choice: by its title, whatever the case and accents, by its number, or by a tap, which gives the title.
    [["chair"], "s2", "How many chairs?"],
    [["2."], "s3", "When?"],
    [["TABLE!"], "s3", "When?"],
    // A choice may be named like a command.
    [["Cancel"], "s2", "How many chairs?"],
    [["Chair", "1,200"], "s3", "When?"],
    [["Table", "25/12/2026"], "s4", "Which colour?\n1. Red\n2. Blue"],
    [["Table", "kesho"], "s4", "Which colour?\n1. Red\n2. Blue"],
  ])("%j leads to %s", (messages, stepId, text) => {
    const turn = turnAfter(...messages);
    expect([turn.state.stepId, textsOf(turn)]).toEqual([stepId, [text]]);
    expect(turn.rest).toEqual({ kind: "question" });
  });

  it("is stored under its name, and in the contact's field if configured, and is used by later texts", () => {
    const counted = turnAfter("Chair", "4");
    expect(counted.state.answers).toEqual({ item: "Chair", seats: "4" });
    expect(counted.effects[0]).toEqual({ kind: "field", name: "Chairs", value: "4" });
    const done = turnAfter("Table", "25/12/2026", "blue");
    expect(textsOf(done)).toEqual(["Table in Blue on 25/12/2026. Thank you."]);
    expect(done.rest).toEqual({ kind: "end", status: "completed", reason: null });
    expect(done.state.path).toEqual(["s1", "s3", "s4", "s5"]);
  });
});

describe("an invalid answer", () => {
  it.each([
    [["a sofa"], "Please choose one of these.\nWhat would you like, Asha?"],
    [["4"], "Please choose one of these.\nWhat would you like, Asha?"],
    [["Chair", "many"], "Please answer with a number, like 12."],
    [["Table", "yesterday"], "A day to come, please."],
    [["Table", "kesho", "green"], "Please answer with one of these:\nWhich colour?\n1. Red\n2. Blue"],
    [["Table", "kesho", "  "], "Please answer with one of these:\nWhich colour?\n1. Red\n2. Blue"],
  ])("repeats the question: %j", (messages, text) => {
    const turn = turnAfter(...messages);
    expect([textsOf(turn), turn.state.misses, turn.rest.kind]).toEqual([[text], 1, "question"]);
  });

  it("hands over the third time in a row; a valid answer resets the count", () => {
    expect(turnAfter("?", "?").rest.kind).toBe("question");
    expect(turnAfter("?", "?", "?").rest).toMatchObject({ status: "handed_over", reason: "too_many_misses" });
    expect(turnAfter("?", "?", "Chair", "?", "?").rest.kind).toBe("question");
  });

  it("repeats the choices too, so that they can be tapped", () => {
    const [question] = turnAfter("a sofa").effects as Extract<Effect, { kind: "send" }>[];
    expect(question!.choices?.titles.map(({ title }) => title)).toEqual(["Chair", "Table", "Cancel"]);
  });
});

describe("a command", () => {
  it.each(["back", "Rudi!", "retour"])(
    "“%s” repeats the previous question and deletes its answer",
    (word) => {
      const turn = turnAfter("Chair", word);
      expect([turn.state.stepId, turn.state.answers, turn.state.answeredSteps]).toEqual(["s1", {}, []]);
      expect(textsOf(turn)).toEqual(["What would you like, Asha?"]);
    },
  );

  it("“back” at the first question replies that it is the first", () => {
    expect(textsOf(turnAfter("back"))).toEqual(["This is the first question.\nWhat would you like, Asha?"]);
  });

  it.each(["menu", "anza upya", "recommencer"])("“%s” restarts without the answers", (word) => {
    const turn = turnAfter("Table", "kesho", word);
    expect([turn.state.stepId, turn.state.answers]).toEqual(["s1", {}]);
  });

  it.each([
    ["exit", "stopped", "customer_stopped"],
    ["Ghairi", "stopped", "customer_stopped"],
    ["mhudumu", "handed_over", "asked_for_person"],
    ["Conseillère", "handed_over", "asked_for_person"],
  ])("“%s” ends the session as %s", (word, status, reason) => {
    const turn = turnAfter("Chair", word);
    expect(turn.rest).toEqual({ kind: "end", status, reason });
    expect(textsOf(turn)).toHaveLength(1);
  });

  it("counts only as a whole message", () => {
    expect(turnAfter("Chair", "I want my money back").state.misses).toBe(1);
  });
});

describe("a deleted step", () => {
  it("hands over, whatever the customer or a system responds", () => {
    const state = { ...turnAfter("Chair").state, stepId: "s99" };
    const rest = { kind: "end", status: "handed_over", reason: "step_gone" };
    expect(receiveAnswer(flow, state, "4", { person, now }).rest).toEqual(rest);
    expect(resume(flow, state, {}, person).rest).toEqual(rest);
    expect(remind(flow, state, person)).toBeUndefined();
  });
});

it("a reminder repeats the pending question with its choices", () => {
  expect(remind(flow, turnAfter().state, person)).toMatchObject({
    text: "Are you still there?\nWhat would you like, Asha?",
    choices: { shownAs: "buttons" },
  });
});

describe("a system's response", () => {
  const calling: RunningFlow = {
    language: "en",
    definition: definition(
      [],
      [
        {
          ...{ id: "s1", kind: "webhook", endpointId: "whe_1", timeoutSeconds: 5, next: "", otherwise: "s3" },
          mapping: [{ saveTo: "price", path: "price" }],
        },
        end("s2", "It costs {price}."),
        say("s3", "We'll look that up."),
        end("s4", "Bye."),
      ],
    ),
  };
  const waiting = begin(calling, person);

  it("is awaited, and used by later texts", () => {
    expect(waiting.rest).toMatchObject({ kind: "webhook", step: { id: "s1" } });
    const turn = resume(calling, waiting.state, { price: "KES 200" }, person);
    expect([textsOf(turn), turn.state.answers]).toEqual([["It costs KES 200."], { price: "KES 200" }]);
  });

  it("takes the failure branch without one", () => {
    const turn = resume(calling, waiting.state, undefined, person);
    expect([textsOf(turn), turn.state.answers]).toEqual([["We'll look that up.", "Bye."], {}]);
  });
});
