import type { FlowStep, FlowStepBody } from "#app/db/schema/flows/flows.ts";
import { isAmountText } from "#app/domain/automation/amountText.ts";
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
  need(form, "text", m.flows_step_question_required());
  need(form, "saveTo", m.flows_step_answer_name_required());
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
  if (choices.length === 0) throw invalid("title1", m.flows_step_choice_required());
  if (choices.length > most) throw invalid(`title${most + 1}`, m.flows_step_too_many_buttons({ most }));
  return choices;
}

function mappingOf(text: string) {
  return linesOf(text).map((line) => {
    const [saveTo = "", path = ""] = line.split("=").map((part) => part.trim());
    if (!/^[\p{L}\p{N}_ -]{1,40}$/u.test(saveTo) || !/^[\w-]+(\.[\w-]+){0,9}$/.test(path))
      throw invalid("mapping", m.flows_step_mapping_invalid({ line: line.slice(0, 80) }));
    return { saveTo, path };
  });
}

/** Shillings, or the names of answers with an amount. */
function amountOf(text: string): string {
  if (text !== "" && namesIn(text).length === 0 && shillingsIn(text) === undefined)
    throw invalid("value", m.flows_step_amount_invalid());
  return text;
}

/** The posted form as a step of its kind. @throws DomainError `flow.invalid` */
export function bodyOf(form: StepForm): FlowStepBody {
  switch (form.kind) {
    case "say":
      need(form, "text", m.flows_step_message_required());
      return { kind: "say", text: form.text };
    case "ask":
      if (form.check === "choice" && linesOf(form.options).length < 2)
        throw invalid("options", m.flows_step_options_required());
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
      need(form, "answer", m.flows_step_branch_answer_required());
      return { kind: "branch", answer: form.answer, cases: casesOf(form) };
    case "check": {
      need(form, "fact", m.flows_step_check_required());
      if (form.operator !== "given") need(form, "value", m.flows_step_check_value_required());
      const { fact, operator, value, otherwise } = form;
      return { kind: "check", fact, operator, value, otherwise };
    }
    case "save":
      need(form, "value", m.flows_step_save_value_required());
      if (form.target === "field") need(form, "name", m.flows_step_field_name_required());
      return { kind: "save", target: form.target, name: form.name, value: form.value };
    case "webhook": {
      need(form, "endpointId", m.flows_step_webhook_required());
      const { endpointId, timeoutSeconds, otherwise } = form;
      return { kind: "webhook", endpointId, timeoutSeconds, otherwise, mapping: mappingOf(form.mapping) };
    }
    case "template":
      need(form, "templateId", m.flows_step_template_required());
      return { kind: "template", templateId: form.templateId, values: linesOf(form.values) };
    case "deal":
      return dealOf(form);
    case "sequence":
      need(form, "sequenceId", m.errors_sequence_choose_on());
      return { kind: "sequence", sequenceId: form.sequenceId, anchor: form.anchor };
    case "task":
      return taskOf(form);
    case "payment":
      return paymentOf(form);
    case "order":
      return { kind: "order", items: form.items, ask: form.ask };
    case "consent":
      return { kind: "consent", granted: form.granted === "yes" };
    case "handover":
      return { kind: "handover", text: form.text };
    case "end":
      return { kind: "end", text: form.text };
  }
}

function dealOf(form: StepForm): FlowStepBody {
  need(form, "title", m.flows_step_deal_title_required());
  const { title, value, stageId, memberId } = form;
  return { kind: "deal", title, value: amountOf(value), stageId, memberId };
}

function taskOf(form: StepForm): FlowStepBody {
  need(form, "title", m.flows_step_task_title_required());
  const { title, text: note, days, memberId } = form;
  if (note.length > limits.crmNote)
    throw invalid("text", m.flows_step_task_note_too_long({ crmNote: limits.crmNote }));
  return { kind: "task", title, note, days, memberId };
}

function paymentOf(form: StepForm): FlowStepBody {
  need(form, "value", m.checks_request_amount_required());
  need(form, "title", m.checks_request_reason_required());
  if (!isAmountText(form.value)) throw invalid("value", m.checks_request_amount_required());
  return { kind: "payment", amount: form.value, reason: form.title, way: form.way };
}

function casesOf(form: StepForm) {
  const cases = Array.from({ length: maxCases }, (_, index) => ({
    value: fieldOf(form, `case${index + 1}`),
    goTo: fieldOf(form, `caseGoTo${index + 1}`),
  })).filter(({ value }) => value !== "");
  if (cases.length === 0) throw invalid("case1", m.flows_step_choice_required());
  return cases;
}

const actionKinds = ["template", "deal", "task", "payment", "order", "webhook"] as const;
type ActionStep = Extract<FlowStepBody, { kind: (typeof actionKinds)[number] }>;

/** Whether a rule has the same action. */
export const isAction = (step: FlowStepBody): step is ActionStep =>
  actionKinds.some((kind) => kind === step.kind);

/** All targets of a step. */
export function waysOf(step: FlowStepBody & { next: string }): string[] {
  if (step.kind === "choose") return [...step.choices.map(({ goTo }) => goTo), step.next];
  if (step.kind === "branch") return [...step.cases.map(({ goTo }) => goTo), step.next];
  if (step.kind === "check" || step.kind === "webhook") return [step.next, step.otherwise];
  return [step.next];
}

/** A step's name in lists and in the log. */
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
      return short(m.flows_step_branch_title({ answer: step.answer }));
    case "check":
      return short(m.flows_step_check_title({ fact: step.fact }));
    case "save":
      return short(
        step.target === "tag"
          ? m.flows_step_save_tag_title({ stepValue: step.value })
          : m.flows_step_save_field_title({ stepName: step.name }),
      );
    case "webhook":
      return m.flows_step_webhook_title();
    case "template":
      return m.flows_step_template_title();
    case "consent":
      return step.granted ? m.flows_step_opt_in_title() : m.flows_step_opt_out_title();
    case "sequence":
      return m.sequences_enrol_in();
    case "payment":
      return short(m.flows_step_payment_title({ reason: step.reason }));
    case "order":
      return short(step.items.replaceAll("\n", ", "));
    case "deal":
    case "task":
      return short(step.title);
  }
}
