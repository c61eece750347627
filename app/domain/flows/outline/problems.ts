import type { FlowDefinition, FlowStep } from "#app/db/schema/flows/flows.ts";
import { namesIn } from "#app/domain/automation/texts.ts";
import { contactFacts } from "#app/domain/automation/words.ts";
import { isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { m } from "#messages";
import { commandOf, folded } from "../engine/flowTexts.ts";
import { isQuestion, stepAfter } from "../engine/state.ts";
import { latestHours, limits, maxSteps } from "../words.ts";

/** A problem that blocks publishing; `stepId` null: it concerns the whole flow. */
export interface Problem {
  stepId: string | null;
  text: string;
}

export const isEnd = ({ kind }: FlowStep) => kind === "handover" || kind === "end";

/** All targets of a step; an empty one is the next step. */
export function goesTo(step: FlowStep): string[] {
  if (isEnd(step)) return [];
  if (step.kind === "choose") {
    const own = step.choices.map(({ goTo }) => goTo);
    return own.every((goTo) => goTo !== "") ? own : [...own.filter(Boolean), step.next];
  }
  if (step.kind === "branch") return [...step.cases.map(({ goTo }) => goTo), step.next];
  if (step.kind === "check" || step.kind === "webhook") return [step.next, step.otherwise];
  return [step.next];
}

/** All problems of a definition, in the order of its steps. */
export function problemsOf(definition: FlowDefinition): Problem[] {
  const { steps } = definition;
  if (steps.length === 0) return [{ stepId: null, text: m.flows_problem_no_steps() }];
  const whole = [
    ...(steps.length > maxSteps ? [m.flows_problem_too_many_steps({ mostSteps: maxSteps })] : []),
    ...startProblems(definition),
    ...timeoutProblems(definition),
  ];
  const reached = reachable(steps);
  return [
    ...whole.map((text) => ({ stepId: null, text })),
    ...steps.flatMap((step) => {
      const own = [
        ...wayProblems(steps, step),
        ...textProblems(step),
        ...nameProblems(steps, step),
        ...(reached.has(step.id) ? [] : [m.flows_problem_step_unreachable()]),
        ...(circles(steps, step) ? [m.flows_problem_step_loops()] : []),
      ];
      return own.map((text) => ({ stepId: step.id, text }));
    }),
  ];
}

function wayProblems(steps: readonly FlowStep[], step: FlowStep): string[] {
  const ways = [...new Set(goesTo(step))];
  return ways
    .filter((goTo) => !stepAfter(steps, step, goTo))
    .map((goTo) => (goTo === "" ? m.flows_problem_way_missing() : m.flows_problem_way_to_deleted_step()));
}

function reachable(steps: readonly FlowStep[]): Set<string> {
  const reached = new Set<string>();
  const open = steps.slice(0, 1);
  for (let step = open.pop(); step; step = open.pop()) {
    if (reached.has(step.id)) continue;
    reached.add(step.id);
    for (const goTo of goesTo(step)) {
      const next = stepAfter(steps, step, goTo);
      if (next) open.push(next);
    }
  }
  return reached;
}

/** Whether a step leads back to itself without a question on the way. */
function circles(steps: readonly FlowStep[], start: FlowStep): boolean {
  if (isQuestion(start)) return false;
  const seen = new Set<string>();
  const open = [start];
  for (let step = open.pop(); step; step = open.pop()) {
    for (const goTo of goesTo(step)) {
      const next = stepAfter(steps, step, goTo);
      if (next === start) return true;
      if (!next || isQuestion(next) || seen.has(next.id)) continue;
      seen.add(next.id);
      open.push(next);
    }
  }
  return false;
}

const tooLong = (what: string, text: string, most: number) =>
  text.length > most ? [m.flows_problem_text_too_long({ what, count: text.length, most })] : [];

function textProblems(step: FlowStep): string[] {
  if (step.kind === "choose") return choiceProblems(step);
  if (step.kind === "say" || step.kind === "handover" || step.kind === "end")
    return [
      ...tooLong(m.flows_problem_part_text(), step.text, limits.text),
      ...(step.kind === "say" && step.text === "" ? [m.flows_problem_text_empty()] : []),
    ];
  if (step.kind !== "ask") return [];
  const missing = step.check === "choice" && step.options.length < 2;
  return [
    ...tooLong(m.flows_problem_part_question(), step.text, limits.text),
    ...(step.text === "" ? [m.flows_problem_question_empty()] : []),
    ...(missing ? [m.flows_problem_choices_too_few()] : []),
  ];
}

function choiceProblems(step: Extract<FlowStep, { kind: "choose" }>): string[] {
  const isList = step.shownAs === "list";
  const most = isList ? limits.rows : limits.buttons;
  const title = isList ? limits.rowTitle : limits.buttonTitle;
  const titles = step.choices.map((choice) => folded(choice.title));
  return [
    ...tooLong(m.flows_problem_part_question(), step.text, limits.question),
    ...tooLong(m.flows_problem_part_button_text(), step.listButton, limits.listButton),
    ...(step.text === "" ? [m.flows_problem_question_empty()] : []),
    ...(step.choices.length === 0 ? [m.flows_problem_choices_missing()] : []),
    ...(step.choices.length > most
      ? [
          isList
            ? m.flows_problem_list_too_many_choices({ most })
            : m.flows_problem_too_many_choices({ most }),
        ]
      : []),
    ...(new Set(titles).size < titles.length ? [m.flows_problem_choices_same()] : []),
    ...step.choices.flatMap((choice) => [
      ...tooLong(`“${choice.title}”`, choice.title, title),
      ...tooLong(
        m.flows_problem_part_description({ choiceTitle: choice.title }),
        choice.description,
        limits.description,
      ),
    ]),
  ];
}

const namesOfAnswers = (steps: readonly FlowStep[]) =>
  new Set(
    steps.flatMap((step) => {
      if (isQuestion(step)) return [step.saveTo];
      return step.kind === "webhook" ? step.mapping.map(({ saveTo }) => saveTo) : [];
    }),
  );

/** Names in a text, branch or check must be answers, or facts of the contact. */
function nameProblems(steps: readonly FlowStep[], step: FlowStep): string[] {
  const answers = namesOfAnswers(steps);
  const fields = new Set(
    steps.flatMap((one) => {
      if (isQuestion(one) && one.field) return [one.field];
      return one.kind === "save" && one.target === "field" ? [one.name] : [];
    }),
  );
  const isKnown = (name: string) =>
    answers.has(name) || fields.has(name) || (contactFacts as readonly string[]).includes(name);
  const unknown = textsOf(step)
    .flatMap(namesIn)
    .filter((name) => !isKnown(name));
  const named = step.kind === "branch" && !answers.has(step.answer) ? [step.answer] : [];
  return [...new Set([...unknown, ...named])].map((name) => m.flows_problem_answer_name_unknown({ name }));
}

function textsOf(step: FlowStep): string[] {
  switch (step.kind) {
    case "say":
    case "handover":
    case "end":
      return [step.text];
    case "ask":
    case "choose":
      return [step.text, step.retry];
    case "save":
    case "check":
      return [step.value];
    case "template":
      return step.values;
    case "deal":
      return [step.title, step.value];
    case "task":
      return [step.title, step.note];
    case "payment":
      return [step.amount, step.reason];
    case "order":
      return [step.items];
    case "sequence":
      return [step.anchor];
    case "branch":
    case "webhook":
    case "consent":
      return [];
  }
}

function startProblems({ starts }: FlowDefinition): string[] {
  return starts.keywords
    .filter((word) => isOptOutText(word) || isOptInText(word) || commandOf(word) !== undefined)
    .map((word) => m.flows_problem_keyword_reserved({ word }));
}

function timeoutProblems({ timeout, steps }: FlowDefinition): string[] {
  if (!steps.some(isQuestion)) return [];
  return [
    ...(timeout.afterwards === "end" && timeout.text === ""
      ? [m.flows_problem_timeout_message_missing()]
      : []),
    ...(timeout.remindMinutes + timeout.endMinutes > latestHours * 60
      ? [m.flows_problem_timeout_too_late({ hours: latestHours })]
      : []),
    ...tooLong(m.flows_problem_part_timeout_message(), timeout.text, limits.text),
    ...tooLong(m.flows_problem_part_reminder(), timeout.reminder, limits.question),
  ];
}
