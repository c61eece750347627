import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import type { Person } from "#app/domain/automation/facts.ts";
import { type Command, commandOf, flowTexts } from "./flowTexts.ts";
import { readAnswer } from "./readAnswer.ts";
import {
  type Effect,
  ended,
  type FlowState,
  isQuestion,
  newState,
  type RunningFlow,
  stepAfter,
  type Turn,
} from "./state.ts";
import { questionOf, walk } from "./walk.ts";

/** This many invalid replies in a row hand over to a member. */
const mostMisses = 3;

type Question = Extract<FlowStep, { kind: "ask" | "choose" }>;

export const begin = (flow: RunningFlow, person: Person): Turn =>
  walk(flow, flow.definition.steps[0], newState(), person);

/** Handles a customer's message while a question is pending. */
export function receiveAnswer(
  flow: RunningFlow,
  state: FlowState,
  message: string,
  { person, now }: { person: Person; now: Date },
): Turn {
  const step = flow.definition.steps.find(({ id }) => id === state.stepId);
  if (!isQuestion(step)) return lost(flow, state);
  const answer = readAnswer(step, message, now);
  const command = commandOf(message);
  // A choice that is named like a command is a choice; a free text that is a command is no answer.
  const isChosen = answer !== undefined && (step.kind === "choose" || step.check === "choice");
  if (command && !isChosen) return obey(flow, state, step, command, person);
  if (answer === undefined) return miss(flow, state, step, person);
  return accept(flow, state, step, answer, person);
}

/** Its step no longer exists: hands over to a member. */
const lost = ({ language }: RunningFlow, state: FlowState): Turn => ({
  state,
  effects: [{ kind: "send", text: flowTexts[language].person }],
  rest: ended("handed_over", "step_gone"),
});

function accept(flow: RunningFlow, before: FlowState, step: Question, answer: string, person: Person): Turn {
  const state = {
    ...before,
    answers: { ...before.answers, [step.saveTo]: answer },
    answeredSteps: [...before.answeredSteps, step.id],
  };
  const goTo =
    step.kind === "choose"
      ? step.choices.find(({ title }) => title === answer)?.goTo || step.next
      : step.next;
  const kept: Effect[] = step.field === "" ? [] : [{ kind: "field", name: step.field, value: answer }];
  const turn = walk(flow, stepAfter(flow.definition.steps, step, goTo), state, person);
  return { ...turn, effects: [...kept, ...turn.effects] };
}

function miss(flow: RunningFlow, before: FlowState, step: Question, person: Person): Turn {
  const state = { ...before, misses: before.misses + 1 };
  const words = flowTexts[flow.language];
  if (state.misses >= mostMisses)
    return {
      state,
      effects: [{ kind: "send", text: words.person }],
      rest: ended("handed_over", "too_many_misses"),
    };
  const question = questionOf({ ...flow, state, person }, step) as Extract<Effect, { kind: "send" }>;
  const retry = step.retry || (step.kind === "choose" ? words.tap : words[step.check]);
  const showsChoices = step.kind === "choose" || step.check === "choice";
  const again: Effect = showsChoices
    ? { ...question, text: `${retry}\n${question.text}` }
    : { kind: "send", text: retry };
  return { state, effects: [again], rest: { kind: "question" } };
}

function obey(flow: RunningFlow, state: FlowState, step: Question, command: Command, person: Person): Turn {
  const words = flowTexts[flow.language];
  switch (command) {
    case "menu":
      return walk(flow, flow.definition.steps[0], { ...newState(), path: state.path }, person);
    case "quit":
      return {
        state,
        effects: [{ kind: "send", text: words.ended }],
        rest: ended("stopped", "customer_stopped"),
      };
    case "person":
      return {
        state,
        effects: [{ kind: "send", text: words.person }],
        rest: ended("handed_over", "asked_for_person"),
      };
    case "back":
      return goBack(flow, state, step, person);
  }
}

/** Repeats the previous question and deletes its answer. */
function goBack(flow: RunningFlow, state: FlowState, step: Question, person: Person): Turn {
  const previous = flow.definition.steps.find(({ id }) => id === state.answeredSteps.at(-1));
  if (isQuestion(previous)) {
    const { [previous.saveTo]: _forgotten, ...answers } = state.answers;
    return walk(
      flow,
      previous,
      { ...state, answers, answeredSteps: state.answeredSteps.slice(0, -1) },
      person,
    );
  }
  const question = questionOf({ ...flow, state, person }, step) as Extract<Effect, { kind: "send" }>;
  const text = `${flowTexts[flow.language].first}\n${question.text}`;
  return { state, effects: [{ ...question, text }], rest: { kind: "question" } };
}

/** Continues after a system's response, by answer names; undefined: no response, or an error. */
export function resume(
  flow: RunningFlow,
  before: FlowState,
  answers: Record<string, string> | undefined,
  person: Person,
): Turn {
  const { steps } = flow.definition;
  const step = steps.find(({ id }) => id === before.stepId);
  if (step?.kind !== "webhook") return lost(flow, before);
  const state = { ...before, answers: { ...before.answers, ...answers } };
  return walk(flow, stepAfter(steps, step, answers ? step.next : step.otherwise), state, person);
}

/** Repeats the pending question. */
export function remind(flow: RunningFlow, state: FlowState, person: Person): Effect | undefined {
  const step = flow.definition.steps.find(({ id }) => id === state.stepId);
  if (!isQuestion(step)) return undefined;
  const question = questionOf({ ...flow, state, person }, step) as Extract<Effect, { kind: "send" }>;
  const { reminder } = flow.definition.timeout;
  return reminder === "" ? question : { ...question, text: `${reminder}\n${question.text}` };
}
