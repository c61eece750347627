import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { filledAction } from "#app/domain/automation/actions.ts";
import { holds } from "#app/domain/automation/conditions.ts";
import { contactFactsOf, type FactOf, factsFrom, type Person } from "#app/domain/automation/facts.ts";
import { filled, rendered } from "#app/domain/automation/texts.ts";
import { tagOf } from "#app/domain/contacts/schemas.ts";
import { flowTexts, folded } from "./flowTexts.ts";
import { shillingsIn } from "./shillings.ts";
import {
  type Effect,
  ended,
  type FlowAction,
  type FlowState,
  isQuestion,
  type Rest,
  type RunningFlow,
  stepAfter,
  type Turn,
} from "./state.ts";

/** This many steps without a question are a loop. */
const mostWithoutQuestion = 50;
const longestPath = 500;

/** The result of a step: the next step, its effects, or the end of the turn. */
interface Passed {
  goTo?: string;
  effects?: Effect[];
  rest?: Rest;
}

type Walking = RunningFlow & { state: FlowState; person: Person };

/** A question's text as sent. */
export function questionOf(
  { language, state, person }: Walking,
  step: Extract<FlowStep, { kind: "ask" | "choose" }>,
): Effect {
  const text = rendered(step.text, factsOf(state, person));
  if (step.kind === "choose")
    return {
      kind: "send",
      text,
      choices: {
        shownAs: step.shownAs,
        listButton: step.listButton || flowTexts[language].choose,
        titles: step.choices.map(({ title, description }) => ({ title, description })),
      },
    };
  const options =
    step.check === "choice" ? step.options.map((option, index) => `${index + 1}. ${option}`) : [];
  return { kind: "send", text: [text, ...options].join("\n") };
}

const sends = (text: string): Effect[] => (text === "" ? [] : [{ kind: "send", text }]);

/** The answers and the contact's facts. */
const factsOf = ({ answers }: FlowState, person: Person): FactOf =>
  factsFrom({ ...contactFactsOf(person), ...answers }, person.fields);

/** Runs one step that is not a question. */
function pass(walking: Walking, step: FlowStep): Passed {
  const { state, person, language } = walking;
  const factOf = factsOf(state, person);
  const fill = (text: string) => filled(text, factOf);
  const sendText = (text: string) => sends(rendered(text, factOf));
  switch (step.kind) {
    case "say":
      return { effects: sendText(step.text) };
    case "branch": {
      const said = folded(factOf(step.answer));
      return { goTo: step.cases.find(({ value }) => folded(value) === said)?.goTo ?? step.next };
    }
    case "check":
      return { goTo: isMet(step, factOf) ? step.next : step.otherwise };
    case "save":
      return { effects: saved(step, fill(step.value)) };
    case "consent":
      return { effects: [consent(walking, step.granted)] };
    case "template":
    case "deal":
    case "task":
    case "payment":
    case "order":
      return { effects: [filledAction(actionOf(step, fill), factOf)] };
    case "sequence":
      return { effects: [{ ...step, anchor: fill(step.anchor) }] };
    case "webhook":
      return { rest: { kind: "webhook", step } };
    case "handover":
      return {
        effects: sendText(step.text || flowTexts[language].person),
        rest: ended("handed_over", "handover_step"),
      };
    case "end":
      return { effects: sendText(step.text), rest: ended("completed", null) };
    case "ask":
    case "choose":
      return { effects: [questionOf(walking, step)], rest: { kind: "question" } };
  }
}

const isMet = ({ fact: field, operator, value }: Extract<FlowStep, { kind: "check" }>, factOf: FactOf) =>
  holds({ field, operator, value: filled(value, factOf) }, factOf);

/** A step's action, with its texts before variables are filled in. An invalid amount is 0. */
function actionOf(
  step: Extract<FlowStep, { kind: "template" | "deal" | "task" | "payment" | "order" }>,
  fill: (text: string) => string,
): FlowAction {
  switch (step.kind) {
    case "template":
      return { kind: "template", templateId: step.templateId, values: step.values };
    case "deal": {
      const { title, value, stageId, memberId } = step;
      return { kind: "deal", title, valueCents: shillingsIn(fill(value)) ?? 0, stageId, memberId };
    }
    case "task": {
      const { title, note, days, memberId } = step;
      return { kind: "task", title, note, days, memberId };
    }
    case "payment": {
      const { amount, reason, way } = step;
      return { kind: "payment", amount, reason, way };
    }
    case "order":
      return { kind: "order", items: step.items, ask: step.ask };
  }
}

function saved({ target, name }: Extract<FlowStep, { kind: "save" }>, value: string): Effect[] {
  if (target === "field") return value === "" ? [] : [{ kind: "field", name, value }];
  const tag = tagOf(value);
  return tag === "" ? [] : [{ kind: "tag", tag }];
}

/** The consent given by the last answer. */
function consent({ definition, state, person }: Walking, granted: boolean): Effect {
  const last = definition.steps.find(({ id }) => id === state.answeredSteps.at(-1));
  const question = isQuestion(last) ? rendered(last.text, factsOf(state, person)) : "";
  const answer = isQuestion(last) ? (state.answers[last.saveTo] ?? "") : "";
  return { kind: "consent", granted, question, answer };
}

/** Continues from a step until a question is pending, a system must be called, or the session ends. */
export function walk(flow: RunningFlow, from: FlowStep | undefined, before: FlowState, person: Person): Turn {
  const { steps } = flow.definition;
  const state: FlowState = { ...before, path: [...before.path], misses: 0 };
  const effects: Effect[] = [];
  let step = from;
  for (let passed = 0; step; passed++) {
    if (passed >= mostWithoutQuestion)
      return { state, effects: sends(flowTexts[flow.language].person), rest: ended("handed_over", "loop") };
    state.stepId = step.id;
    if (state.path.length < longestPath) state.path.push(step.id);
    const done = pass({ ...flow, state, person }, step);
    effects.push(...(done.effects ?? []));
    if (done.rest) return { state, effects, rest: done.rest };
    step = stepAfter(steps, step, done.goTo ?? step.next);
  }
  return {
    state,
    effects: [...effects, ...sends(flowTexts[flow.language].person)],
    rest: ended("handed_over", "step_gone"),
  };
}
