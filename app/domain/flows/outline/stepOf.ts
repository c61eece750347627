import type { FlowStep, FlowStepBody } from "#app/db/schema/flows.ts";
import { namesIn } from "../engine/facts.ts";
import { shillingsIn } from "../engine/shillings.ts";
import { flowsError } from "../errors.ts";
import type { StepForm } from "../schemas.ts";
import { limits, mostCases } from "../words.ts";

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
  need(form, "text", "Write the question.");
  need(form, "saveTo", "Name the answer, so that other steps can use it.");
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
  if (choices.length === 0) throw invalid("title1", "Write at least one answer.");
  if (choices.length > most)
    throw invalid(`title${most + 1}`, `There are at most ${most} buttons. Show a list.`);
  return choices;
}

function mappingOf(text: string) {
  return linesOf(text).map((line) => {
    const [saveTo = "", path = ""] = line.split("=").map((part) => part.trim());
    if (!/^[\p{L}\p{N}_ -]{1,40}$/u.test(saveTo) || !/^[\w-]+(\.[\w-]+){0,9}$/.test(path))
      throw invalid("mapping", `“${line.slice(0, 80)}” does not read as: answer = path.in.the.reply`);
    return { saveTo, path };
  });
}

/** Shillings, or names of answers that give them. */
function amountOf(text: string): string {
  if (text !== "" && namesIn(text).length === 0 && shillingsIn(text) === undefined)
    throw invalid("value", "Enter an amount in KES, or the name of an answer in braces.");
  return text;
}

/** What a form says, as a step of its kind. @throws DomainError `flow.invalid` */
export function bodyOf(form: StepForm): FlowStepBody {
  switch (form.kind) {
    case "say":
      need(form, "text", "Write what is said.");
      return { kind: "say", text: form.text };
    case "ask":
      if (form.check === "choice" && linesOf(form.options).length < 2)
        throw invalid("options", "Write at least two answers, one in each line.");
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
      need(form, "answer", "Choose the answer to go by.");
      return { kind: "branch", answer: form.answer, cases: casesOf(form) };
    case "check": {
      need(form, "fact", "Say what is checked.");
      if (form.operator !== "given") need(form, "value", "Give the value to compare with.");
      const { fact, operator, value, otherwise } = form;
      return { kind: "check", fact, operator, value, otherwise };
    }
    case "save":
      need(form, "value", "Write what is saved.");
      if (form.target === "field") need(form, "name", "Name the field.");
      return { kind: "save", target: form.target, name: form.name, value: form.value };
    case "webhook": {
      need(form, "endpointId", "Choose one of your webhook endpoints.");
      const { endpointId, timeoutSeconds, otherwise } = form;
      return { kind: "webhook", endpointId, timeoutSeconds, otherwise, mapping: mappingOf(form.mapping) };
    }
    case "template":
      need(form, "templateId", "Choose a template.");
      return { kind: "template", templateId: form.templateId, values: linesOf(form.values) };
    case "deal": {
      need(form, "title", "Give the deal a title.");
      const { title, value, stageId, memberId } = form;
      return { kind: "deal", title, value: amountOf(value), stageId, memberId };
    }
    case "task": {
      need(form, "title", "Give the task a title.");
      const { title, text: note, days, memberId } = form;
      if (note.length > limits.crmNote) throw invalid("text", `At most ${limits.crmNote} characters.`);
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
  const cases = Array.from({ length: mostCases }, (_, index) => ({
    value: fieldOf(form, `case${index + 1}`),
    goTo: fieldOf(form, `caseGoTo${index + 1}`),
  })).filter(({ value }) => value !== "");
  if (cases.length === 0) throw invalid("case1", "Write at least one answer.");
  return cases;
}

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
      return short(`By “${step.answer}”`);
    case "check":
      return short(`If “${step.fact}”`);
    case "save":
      return short(step.target === "tag" ? `Tag “${step.value}”` : `Field “${step.name}”`);
    case "webhook":
      return "Ask a system";
    case "template":
      return "A template";
    case "consent":
      return step.granted ? "Opt in" : "Opt out";
    case "deal":
    case "task":
      return short(step.title);
  }
}
