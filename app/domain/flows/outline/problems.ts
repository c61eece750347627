import type { FlowDefinition, FlowStep } from "#app/db/schema/flows/flows.ts";
import { namesIn } from "#app/domain/automation/texts.ts";
import { contactFacts } from "#app/domain/automation/words.ts";
import { isOptInText, isOptOutText } from "#app/domain/contacts/optOut.ts";
import { m } from "#messages";
import { commandOf, folded } from "../engine/says.ts";
import { isQuestion, stepAfter } from "../engine/state.ts";
import { limits, maxSteps } from "../words.ts";

/** An obstacle to publishing; `stepId` null: it concerns the whole flow. */
export interface Problem {
  stepId: string | null;
  text: string;
}

const isEnd = ({ kind }: FlowStep) => kind === "handover" || kind === "end";

/** Everything that a step may lead to; an empty one is the step that follows. */
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

/** All that is wrong with a definition, in the order of its steps. */
export function problemsOf(definition: FlowDefinition): Problem[] {
  const { steps } = definition;
  if (steps.length === 0) return [{ stepId: null, text: m.labels_there_are_no_steps_yet_add() }];
  const whole = [
    ...(steps.length > maxSteps ? [m.labels_a_flow_has_at_most_steps({ mostSteps: maxSteps })] : []),
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
        ...(reached.has(step.id) ? [] : [m.labels_nothing_leads_to_this_step()]),
        ...(circles(steps, step) ? [m.labels_it_goes_in_a_circle_in()] : []),
      ];
      return own.map((text) => ({ stepId: step.id, text }));
    }),
  ];
}

function wayProblems(steps: readonly FlowStep[], step: FlowStep): string[] {
  const ways = [...new Set(goesTo(step))];
  return ways
    .filter((goTo) => !stepAfter(steps, step, goTo))
    .map((goTo) =>
      goTo === "" ? m.labels_it_leads_nowhere_no_step_follows() : m.labels_it_leads_to_a_step_that(),
    );
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

/** Whether a step leads back to itself without a question in between. */
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
  text.length > most ? [m.labels_has_characters_and_whatsapp_takes({ what, count: text.length, most })] : [];

function textProblems(step: FlowStep): string[] {
  if (step.kind === "choose") return choiceProblems(step);
  if (step.kind === "say" || step.kind === "handover" || step.kind === "end")
    return [
      ...tooLong(m.labels_the_text(), step.text, limits.text),
      ...(step.kind === "say" && step.text === "" ? [m.labels_it_says_nothing()] : []),
    ];
  if (step.kind !== "ask") return [];
  const missing = step.check === "choice" && step.options.length < 2;
  return [
    ...tooLong(m.labels_the_question(), step.text, limits.text),
    ...(step.text === "" ? [m.labels_it_asks_nothing()] : []),
    ...(missing ? [m.labels_give_at_least_two_answers_to()] : []),
  ];
}

function choiceProblems(step: Extract<FlowStep, { kind: "choose" }>): string[] {
  const isList = step.shownAs === "list";
  const most = isList ? limits.rows : limits.buttons;
  const title = isList ? limits.rowTitle : limits.buttonTitle;
  const titles = step.choices.map((choice) => folded(choice.title));
  return [
    ...tooLong(m.labels_the_question(), step.text, limits.question),
    ...tooLong(m.labels_the_words_on_the_button(), step.listButton, limits.listButton),
    ...(step.text === "" ? [m.labels_it_asks_nothing()] : []),
    ...(step.choices.length === 0 ? [m.labels_there_is_nothing_to_choose()] : []),
    ...(step.choices.length > most
      ? [isList ? m.labels_a_list_has_at_most({ most }) : m.labels_there_are_at_most({ most })]
      : []),
    ...(new Set(titles).size < titles.length ? [m.labels_two_answers_read_the_same()] : []),
    ...step.choices.flatMap((choice) => [
      ...tooLong(`“${choice.title}”`, choice.title, title),
      ...tooLong(
        m.labels_the_description_of({ choiceTitle: choice.title }),
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

/** Names in a text, branch or check must be an answer, or a fact of the contact. */
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
  return [...new Set([...unknown, ...named])].map((name) => m.labels_no_step_asks_for({ name }));
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
    case "branch":
    case "webhook":
    case "consent":
      return [];
  }
}

function startProblems({ starts }: FlowDefinition): string[] {
  return starts.keywords
    .filter((word) => isOptOutText(word) || isOptInText(word) || commandOf(word) !== undefined)
    .map((word) => m.labels_cant_start_a_flow_it_means({ word }));
}

const dayMinutes = 23 * 60;

function timeoutProblems({ timeout, steps }: FlowDefinition): string[] {
  if (!steps.some(isQuestion)) return [];
  return [
    ...(timeout.afterwards === "end" && timeout.text === ""
      ? [m.labels_say_what_the_customer_is_told()]
      : []),
    ...(timeout.remindMinutes + timeout.endMinutes > dayMinutes
      ? [m.labels_reminder_and_end_have_to_come()]
      : []),
    ...tooLong(m.labels_what_is_said_when_the_time(), timeout.text, limits.text),
    ...tooLong(m.labels_the_reminder(), timeout.reminder, limits.question),
  ];
}
