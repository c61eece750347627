import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { contactFacts, operatorWords, templateOptions } from "#app/domain/automation/words.ts";
import { limits, maxCases, type StepKind, stepKinds } from "#app/domain/flows/words.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { type FormResult, fieldProps } from "#app/web/fields.ts";
import { m } from "#messages";

type Choices = CallOutput<"GET /flows/:flowId/form">;

export interface Part {
  kind: StepKind;
  values: Record<string, string>;
  choices: Choices;
  result: FormResult;
}

export const controlOf =
  ({ values, result }: Part) =>
  (name: string, fallback = "") =>
    fieldProps(result, name, values[name] ?? fallback);

export function GoTo({ name, label, ...part }: Part & { name: string; label: string }) {
  const { steps } = part.choices;
  return (
    <SelectField
      {...controlOf(part)(name)}
      label={label}
      options={[
        { value: "", label: m.flows_step_next_step() },
        ...steps.map(({ id, kind, title }, index) => ({
          value: id,
          label: `${index + 1}. ${m.common_labelled({ label: stepKinds[kind].label, value: title })}`.slice(
            0,
            80,
          ),
        })),
      ]}
    />
  );
}

export function Words({ label, ...part }: Part & { label: string }) {
  const names = [...contactFacts, ...part.choices.answers].map((name) => `{${name}}`);
  return (
    <TextareaField
      {...controlOf(part)("text")}
      label={label}
      required={part.kind === "say"}
      rows={3}
      maxLength={part.kind === "choose" ? limits.question : limits.text}
      hint={m.flows_step_you_can_use_hint({ names: names.join(", ") })}
    />
  );
}

export function Branch(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("answer")}
        label={m.flows_step_branch_by_answer()}
        options={[
          { value: "", label: m.common_choose() },
          ...part.choices.answers.map((name) => ({ value: name, label: name })),
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">{m.flows_step_branches()}</legend>
        {Array.from({ length: maxCases }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-2">
            <Field
              {...control(`case${n}`)}
              label={m.flows_step_if_answer({ n })}
              maxLength={100}
              autoComplete="off"
            />
            <GoTo {...part} name={`caseGoTo${n}`} label={m.flows_step_continue_with({ n })} />
          </div>
        ))}
      </fieldset>
    </>
  );
}

export function Check(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Field
        {...control("fact")}
        label={m.flows_step_checked_value()}
        required
        maxLength={40}
        autoComplete="off"
        hint={m.flows_step_fact_hint({ contactFacts: contactFacts.join(", ") })}
      />
      <SelectField
        {...control("operator", "is")}
        label={m.common_comparison()}
        options={Object.entries(operatorWords).map(([value, label]) => ({ value, label }))}
      />
      <Field {...control("value")} label={m.common_value()} maxLength={500} autoComplete="off" />
      <GoTo {...part} name="otherwise" label={m.flows_step_otherwise_label()} />
    </>
  );
}

export function Save(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <RadioGroupField
        {...control("target", "field")}
        label={m.flows_step_save_to()}
        options={[
          { value: "field", label: m.flows_step_contact_field() },
          { value: "tag", label: m.flows_step_tag_label() },
        ]}
      />
      <Field {...control("name")} label={m.flows_step_field_name()} maxLength={40} autoComplete="off" />
      <Field
        {...control("value")}
        label={m.common_value()}
        required
        maxLength={500}
        autoComplete="off"
        hint={m.flows_step_value_hint()}
      />
    </>
  );
}

export function Webhook(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("endpointId")}
        label={m.flows_step_webhook_endpoint()}
        hint={
          <ParaglideMessage
            message={m.flows_step_webhook_hint}
            markup={{
              a: ({ children }) => (
                <Link className="link" to={href("/developers")}>
                  {children}
                </Link>
              ),
            }}
          />
        }
        options={[
          { value: "", label: m.common_choose() },
          ...part.choices.endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
      <Field
        {...control("timeoutSeconds", "10")}
        label={m.flows_step_timeout_seconds()}
        inputMode="numeric"
        maxLength={2}
      />
      <TextareaField
        {...control("mapping")}
        label={m.flows_step_saved_answers()}
        rows={3}
        maxLength={1000}
        hint={m.flows_step_mapping_hint({ characters: formatCount(part.choices.responseCharacters) })}
      />
      <GoTo {...part} name="otherwise" label={m.flows_step_failure_label()} />
    </>
  );
}

export function Template(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("templateId")}
        label={m.common_template()}
        options={[{ value: "", label: m.common_choose() }, ...templateOptions(part.choices.templates)]}
      />
      <TextareaField
        {...control("values")}
        label={m.common_variable_values()}
        rows={3}
        maxLength={4000}
        hint={m.flows_step_template_values_hint()}
      />
    </>
  );
}
