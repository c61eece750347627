import type { FlowStep, FlowStepBody } from "#app/db/schema/flows/flows.ts";
import { namesIn } from "#app/domain/automation/texts.ts";
import { m } from "#messages";
import { shillingsIn } from "../engine/shillings.ts";
import { flowsError } from "../errors.ts";
import type { StepForm } from "../schemas.ts";
import { limits, maxCases } from "../words.ts";

const invalid = (field: string, said: string) => flowsError("flow.invalid", { values: { said }, field });
const fieldOf = (form: StepForm, name: string) => (form as unknown as Record<string, string>)[name] ?? "";
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function need(form: StepForm, name: keyof StepForm, said: string): void {
  if (String(form[name]) === "") throw invalid(name as string, said);
}

const question = (form: StepForm) => {
  need(form, "text", m.labels_write_the_question());
  need(form, "saveTo", m.labels_name_the_answer_so_that_other());
  const { text, saveTo, field, retry } = form;
  return { text, saveTo, field, retry };
};

function choicesOf(form: StepForm) {
  const isList = form.shownAs === "list";
  const choices = Array.from({ length: limits.rows }, (_, index) => ({
    title: fieldOf(form, `title${index + 1}`),
    description: isList ? fieldOf(form, `description${index + 1}`) : "",
    goTo: fieldOf(form, `goTo${index + 1}`),
  })).filter(({ title }) => title !== "");
  const most = isList ? limits.rows : limits.buttons;
  if (choices.length === 0) throw invalid("title1", m.labels_write_at_least_one_answer());
  if (choices.length > most)
    throw invalid(`title${most + 1}`, m.labels_there_are_at_most_buttons_show({ most }));
  return choices;
}

function mappingOf(text: string) {
  return linesOf(text).map((line) => {
    const [saveTo = "", path = ""] = line.split("=").map((part) => part.trim());
    if (!/^[\p{L}\p{N}_ -]{1,40}$/u.test(saveTo) || !/^[\w-]+(\.[\w-]+){0,9}$/.test(path))
      throw invalid("mapping", m.labels_does_not_read_as_answer_path({ line: line.slice(0, 80) }));
    return { saveTo, path };
  });
}

/** Shillings, or names of answers that give them. */
function amountOf(text: string): string {
  if (text !== "" && namesIn(text).length === 0 && shillingsIn(text) === undefined)
    throw invalid("value", m.labels_enter_an_amount_in_kes_or());
  return text;
}

/** The form as a step of its kind. @throws DomainError `flow.invalid` */
export function bodyOf(form: StepForm): FlowStepBody {
  switch (form.kind) {
    case "say":
      need(form, "text", m.labels_write_what_is_said());
      return { kind: "say", text: form.text };
    case "ask":
      if (form.check === "choice" && linesOf(form.options).length < 2)
        throw invalid("options", m.labels_write_at_least_two_answers_one());
      return {
        kind: "ask",
        ...question(form),
        check: form.check,
        options: linesOf(form.options).slice(0, 30),
      };
    case "choose":
      return {
        ...{ kind: "choose", ...question(form), shownAs: form.shownAs },
        ...{ listButton: form.listButton, choices: choicesOf(form) },
      };
    case "branch":
      need(form, "answer", m.labels_choose_the_answer_to_go_by());
      return { kind: "branch", answer: form.answer, cases: casesOf(form) };
    case "check": {
      need(form, "fact", m.labels_say_what_is_checked());
      if (form.operator !== "given") need(form, "value", m.labels_give_the_value_to_compare_with());
      const { fact, operator, value, otherwise } = form;
      return { kind: "check", fact, operator, value, otherwise };
    }
    case "save":
      need(form, "value", m.labels_write_what_is_saved());
      if (form.target === "field") need(form, "name", m.labels_name_the_field());
      return { kind: "save", target: form.target, name: form.name, value: form.value };
    case "webhook": {
      need(form, "endpointId", m.labels_choose_one_of_your_webhook_endpoints());
      const { endpointId, timeoutSeconds, otherwise } = form;
      return { kind: "webhook", endpointId, timeoutSeconds, otherwise, mapping: mappingOf(form.mapping) };
    }
    case "template":
      need(form, "templateId", m.labels_choose_a_template());
      return { kind: "template", templateId: form.templateId, values: linesOf(form.values) };
    case "deal": {
      need(form, "title", m.labels_give_the_deal_a_title());
      const { title, value, stageId, memberId } = form;
      return { kind: "deal", title, value: amountOf(value), stageId, memberId };
    }
    case "task": {
      need(form, "title", m.labels_give_the_task_a_title());
      const { title, text: note, days, memberId } = form;
      if (note.length > limits.crmNote)
        throw invalid("text", m.labels_at_most_characters({ crmNote: limits.crmNote }));
      return { kind: "task", title, note, days, memberId };
    }
    case "consent":
      return { kind: "consent", granted: form.granted === "yes" };
    case "handover":
      return { kind: "handover", text: form.text };
    case "end":
      return { kind: "end", text: form.text };
  }
}

function casesOf(form: StepForm) {
  const cases = Array.from({ length: maxCases }, (_, index) => ({
    value: fieldOf(form, `case${index + 1}`),
    goTo: fieldOf(form, `caseGoTo${index + 1}`),
  })).filter(({ value }) => value !== "");
  if (cases.length === 0) throw invalid("case1", m.labels_write_at_least_one_answer());
  return cases;
}

type ActionStep = Extract<FlowStepBody, { kind: "template" | "deal" | "task" | "webhook" }>;

/** Whether a step does what a rule can do too. */
export const isAction = (step: FlowStepBody): step is ActionStep =>
  step.kind === "template" || step.kind === "deal" || step.kind === "task" || step.kind === "webhook";

/** Where a step leads, all of it. */
export function waysOf(step: FlowStepBody & { next: string }): string[] {
  if (step.kind === "choose") return [...step.choices.map(({ goTo }) => goTo), step.next];
  if (step.kind === "branch") return [...step.cases.map(({ goTo }) => goTo), step.next];
  if (step.kind === "check" || step.kind === "webhook") return [step.next, step.otherwise];
  return [step.next];
}

/** How a step is called in lists and in the log. */
export function titleOf(step: FlowStep): string {
  const short = (text: string) => (text.length > 60 ? `${text.slice(0, 59).trimEnd()}…` : text);
  switch (step.kind) {
    case "say":
    case "ask":
    case "choose":
    case "handover":
    case "end":
      return short(step.text.replaceAll("\n", " "));
    case "branch":
      return short(m.labels_by({ answer: step.answer }));
    case "check":
      return short(m.labels_if({ fact: step.fact }));
    case "save":
      return short(
        step.target === "tag"
          ? m.labels_tag_2({ stepValue: step.value })
          : m.labels_field_2({ stepName: step.name }),
      );
    case "webhook":
      return m.labels_ask_a_system();
    case "template":
      return m.labels_a_template();
    case "consent":
      return step.granted ? m.labels_opt_in() : m.labels_opt_out();
    case "deal":
    case "task":
      return short(step.title);
  }
}
