import type { SequenceAction, SequenceStepBody, Wait } from "#app/db/schema/sequences/sequences.ts";
import { isAmountText } from "#app/domain/automation/amountText.ts";
import { isComparable } from "#app/domain/automation/conditions.ts";
import { isDay } from "#app/domain/automation/texts.ts";
import { m } from "#messages";
import { sequencesError } from "./errors.ts";
import type { SequenceStepForm } from "./schemas.ts";
import { sequenceLimits } from "./words.ts";

export const invalidStep = (field: string, said: string) =>
  sequencesError("sequence.invalid", { values: { said }, field });

function need(form: SequenceStepForm, name: keyof SequenceStepForm, said: string): void {
  if (String(form[name]) === "") throw invalidStep(name, said);
}

/** One value a line; empty lines at the end are ignored. */
const valuesIn = (text: string): string[] =>
  text.trimEnd() === ""
    ? []
    : text
        .trimEnd()
        .split("\n")
        .map((line) => line.trim());

/** The posted form as a step of its kind. @throws DomainError `sequence.invalid` */
export function bodyOf(form: SequenceStepForm): SequenceStepBody {
  switch (form.kind) {
    case "send":
      need(form, "templateId", m.flows_step_template_required());
      return { kind: "send", templateId: form.templateId, values: valuesIn(form.values) };
    case "wait":
      return { kind: "wait", wait: waitOf(form) };
    case "check": {
      need(form, "fact", m.flows_step_check_required());
      if (form.operator !== "given") need(form, "value", m.flows_step_check_value_required());
      const { fact, operator, value, otherwise } = form;
      const compares = operator === "at_least" || operator === "at_most";
      if (compares && !isComparable(value)) throw invalidStep("value", m.checks_rule_number_or_date());
      return { kind: "check", fact, operator, value, otherwise };
    }
    case "act":
      return { kind: "act", action: actionOf(form) };
    case "end":
      return { kind: "end" };
  }
}

function waitOf(form: SequenceStepForm): Wait {
  const { until, amount, days, clock } = form;
  switch (until) {
    case "hours":
    case "days": {
      const most = until === "hours" ? sequenceLimits.hours : sequenceLimits.days;
      if (amount < 1 || amount > most)
        throw invalidStep("amount", m.checks_sequence_between({ least: 1, most }));
      return { until, amount };
    }
    case "anchor":
      return { until, days, clock };
    case "field":
      need(form, "field", m.flows_step_field_name_required());
      return { until, field: form.field, days, clock };
    case "date":
      if (!isDay(form.date) || new Date(form.date).toISOString().slice(0, 10) !== form.date)
        throw invalidStep("date", m.checks_sequence_date());
      return { until, date: form.date, days, clock };
    case "working":
      return { until };
  }
}

function actionOf(form: SequenceStepForm): SequenceAction {
  switch (form.action) {
    case "tag":
      need(form, "tag", m.checks_sequence_tag());
      return { kind: "tag", tag: form.tag };
    case "team":
      return { kind: "team", teamId: form.teamId };
    case "assign":
      return { kind: "assign", memberId: form.memberId };
    case "task":
      need(form, "title", m.flows_step_task_title_required());
      return { kind: "task", title: form.title, note: "", days: form.amount, memberId: form.memberId };
    case "payment":
      need(form, "title", m.checks_request_reason_required());
      if (!isAmountText(form.value)) throw invalidStep("value", m.checks_request_amount_required());
      return { kind: "payment", amount: form.value, reason: form.title, way: form.way };
  }
}
