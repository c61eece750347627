import { href } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { contactFacts, operatorWords, templateOptions } from "#app/domain/automation/words.ts";
import {
  type SequenceStep,
  type SequenceStepKind,
  sequenceActionWords,
  sequenceFacts,
  sequenceStepKinds,
  waitWords,
} from "#app/domain/sequences/words.ts";
import { wayOptions } from "#app/routes/requests/wayOptions.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { stepText } from "./stepText.ts";

/** A stored step as the fields of the form. */
export function valuesOf(step: SequenceStep): Record<string, string> {
  const { kind } = step;
  const fields =
    kind === "wait" ? step.wait : kind === "act" ? { ...step.action, action: step.action.kind } : step;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string" || typeof value === "number") values[name] = String(value);
  if (kind === "send") values.values = step.values.join("\n");
  if (kind === "act" && step.action.kind === "task") values.amount = String(step.action.days);
  if (kind === "act" && step.action.kind === "payment")
    Object.assign(values, { value: step.action.amount, title: step.action.reason });
  return { ...values, kind };
}

interface Part {
  kind: SequenceStepKind;
  values: Record<string, string>;
  form: CallOutput<"GET /sequences/:sequenceId/form">;
  result: FormResult;
  /** The edited step; branches lead to later ones. */
  stepId?: string;
}

const controlOf =
  ({ values, result }: Part) =>
  (name: string, fallback = "") =>
    fieldProps(result, name, values[name] ?? fallback);

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const named = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/** The fields of a step of one kind; they work without script. */
export function StepForm({ submitLabel, ...part }: Part & { submitLabel: string }) {
  const { form, kind } = part;
  return (
    <Form method="post" noValidate className="grid max-w-3xl gap-5">
      <ErrorSummary title={m.flows_step_errors_title()} errors={problemsOf(part.result)} />
      <input type="hidden" name="kind" value={kind} />
      <p className="hint">{sequenceStepKinds[kind].hint}</p>
      {kind === "send" && <Send {...part} />}
      {kind === "wait" && <Wait {...part} />}
      {kind === "check" && <Check {...part} />}
      {kind === "act" && <Act {...part} />}
      <FormActions
        submitLabel={submitLabel}
        cancelTo={href("/sequences/:sequenceId", { sequenceId: form.sequence.id })}
      />
    </Form>
  );
}

function Send(part: Part) {
  const control = controlOf(part);
  const names = [...contactFacts, ...sequenceFacts].map((name) => `{${name}}`).join(", ");
  return (
    <>
      <SelectField
        {...control("templateId")}
        label={m.common_template()}
        options={[{ value: "", label: m.common_choose() }, ...templateOptions(part.form.choices.templates)]}
      />
      <TextareaField
        {...control("values")}
        label={m.common_variable_values()}
        rows={3}
        maxLength={4000}
        hint={m.sequences_values_hint({ names })}
      />
    </>
  );
}

/** Hides a field where another wait is chosen; a browser without `:has` shows them all. */
const forWait = {
  amount: "group-not-has-[:is([value=hours],[value=days]):checked]/wait:hidden",
  field: "group-not-has-[option[value=field]:checked]/wait:hidden",
  date: "group-not-has-[option[value=date]:checked]/wait:hidden",
  dates: "group-not-has-[:is([value=anchor],[value=field],[value=date]):checked]/wait:hidden",
};

function Wait(part: Part) {
  const control = controlOf(part);
  return (
    <div className="group/wait grid gap-5">
      <SelectField
        {...control("until", "days")}
        label={m.sequences_wait_label()}
        options={optionsOf(waitWords)}
      />
      <Field
        {...control("amount", "1")}
        label={m.sequences_wait_amount()}
        hint={m.sequences_wait_amount_hint()}
        inputMode="numeric"
        maxLength={3}
        className={forWait.amount}
      />
      <Field
        {...control("field")}
        label={m.flows_step_field_name()}
        hint={m.sequences_wait_field_hint()}
        maxLength={40}
        autoComplete="off"
        className={forWait.field}
      />
      <Field
        {...control("date")}
        label={m.common_date()}
        hint={m.sequences_wait_date_hint()}
        type="date"
        maxLength={10}
        className={forWait.date}
      />
      <Field
        {...control("days", "0")}
        label={m.sequences_wait_offset()}
        hint={m.sequences_wait_offset_hint()}
        maxLength={4}
        autoComplete="off"
        className={forWait.dates}
      />
      <Field
        {...control("clock", "08:00")}
        label={m.sequences_wait_clock()}
        type="time"
        className={forWait.dates}
      />
    </div>
  );
}

function Check(part: Part) {
  const control = controlOf(part);
  const { steps, names } = part.form;
  const from = steps.findIndex(({ id }) => id === part.stepId);
  const later = steps.map((step, index) => ({ step, index })).slice(from + 1);
  return (
    <>
      <Field
        {...control("fact")}
        label={m.flows_step_checked_value()}
        maxLength={40}
        autoComplete="off"
        hint={m.sequences_fact_hint({ names: [...contactFacts, ...sequenceFacts].join(", ") })}
      />
      <SelectField
        {...control("operator", "is")}
        label={m.common_comparison()}
        options={optionsOf(operatorWords)}
      />
      <Field {...control("value")} label={m.common_value()} maxLength={200} autoComplete="off" />
      <SelectField
        {...control("otherwise")}
        label={m.flows_step_otherwise_label()}
        options={[
          { value: "", label: m.flows_step_next_step() },
          { value: "end", label: sequenceStepKinds.end.label },
          ...later.map(({ step, index }) => ({
            value: step.id,
            label:
              `${index + 1}. ${sequenceStepKinds[step.kind].label} ${stepText(step, steps, names)}`.slice(
                0,
                80,
              ),
          })),
        ]}
      />
    </>
  );
}

const forAct = {
  tag: "group-not-has-[option[value=tag]:checked]/act:hidden",
  team: "group-not-has-[option[value=team]:checked]/act:hidden",
  member: "group-not-has-[:is([value=assign],[value=task]):checked]/act:hidden",
  about: "group-not-has-[:is([value=task],[value=payment]):checked]/act:hidden",
  task: "group-not-has-[option[value=task]:checked]/act:hidden",
  payment: "group-not-has-[option[value=payment]:checked]/act:hidden",
};

function Act(part: Part) {
  const control = controlOf(part);
  const { choices } = part.form;
  const unset = { value: "", label: m.common_none() };
  return (
    <div className="group/act grid gap-5">
      <SelectField
        {...control("action", "tag")}
        label={m.sequences_action_label()}
        options={optionsOf(sequenceActionWords)}
      />
      <Field
        {...control("tag")}
        label={m.common_tag()}
        maxLength={40}
        autoComplete="off"
        className={forAct.tag}
      />
      <SelectField
        {...control("teamId")}
        label={m.rules_assign_to_team()}
        options={[unset, ...named(choices.teams)]}
        className={forAct.team}
      />
      <SelectField
        {...control("memberId")}
        label={m.common_assignee()}
        options={[unset, ...named(choices.team)]}
        className={forAct.member}
      />
      <Field
        {...control("title")}
        label={m.sequences_action_title()}
        hint={m.sequences_action_title_hint()}
        maxLength={100}
        autoComplete="off"
        className={forAct.about}
      />
      <Field
        {...control("amount", "1")}
        label={m.rules_form_due_after_days()}
        inputMode="numeric"
        maxLength={3}
        className={forAct.task}
      />
      <Field
        {...control("value")}
        label={m.requests_action_amount_label()}
        hint={m.requests_action_amount_hint()}
        maxLength={200}
        autoComplete="off"
        className={forAct.payment}
      />
      <SelectField
        {...control("way", "prompt")}
        label={m.requests_form_way_label()}
        options={wayOptions()}
        className={forAct.payment}
      />
    </div>
  );
}
