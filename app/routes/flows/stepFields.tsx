import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { contactFacts, operatorWords } from "#app/domain/automation/words.ts";
import { limits, maxCases, type StepKind, stepKinds } from "#app/domain/flows/words.ts";
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
        { value: "", label: m.flows_the_step_that_follows() },
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
      hint={m.flows_you_can_write({ names: names.join(", ") })}
    />
  );
}

export function Branch(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("answer")}
        label={m.flows_by_the_answer()}
        options={[
          { value: "", label: m.common_choose() },
          ...part.choices.answers.map((name) => ({ value: name, label: name })),
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">{m.flows_ways()}</legend>
        {Array.from({ length: maxCases }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-2">
            <Field
              {...control(`case${n}`)}
              label={m.flows_if_it_is({ n })}
              maxLength={100}
              autoComplete="off"
            />
            <GoTo {...part} name={`caseGoTo${n}`} label={m.flows_go_on_with({ n })} />
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
        label={m.flows_what_is_checked()}
        required
        maxLength={40}
        autoComplete="off"
        hint={m.flows_the_name_of_an_answer_a({ contactFacts: contactFacts.join(", ") })}
      />
      <SelectField
        {...control("operator", "is")}
        label={m.flows_comparison()}
        options={Object.entries(operatorWords).map(([value, label]) => ({ value, label }))}
      />
      <Field {...control("value")} label={m.common_value()} maxLength={500} autoComplete="off" />
      <GoTo {...part} name="otherwise" label={m.flows_if_not_go_on_with()} />
    </>
  );
}

export function Save(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <RadioGroupField
        {...control("target", "field")}
        label={m.flows_save_to()}
        options={[
          { value: "field", label: m.flows_a_field_of_the_contact() },
          { value: "tag", label: m.flows_a_tag() },
        ]}
      />
      <Field {...control("name")} label={m.flows_name_of_the_field()} maxLength={40} autoComplete="off" />
      <Field
        {...control("value")}
        label={m.flows_what_is_saved()}
        required
        maxLength={500}
        autoComplete="off"
        hint={m.flows_words_and_names_of_answers_in()}
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
        label={m.flows_webhook_endpoint()}
        hint={
          <ParaglideMessage
            message={m.flows_signed_like_every_webhook_add_endpoints}
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
        label={m.flows_wait_at_most_seconds()}
        inputMode="numeric"
        maxLength={2}
      />
      <TextareaField
        {...control("mapping")}
        label={m.flows_answers_that_it_gives()}
        rows={3}
        maxLength={1000}
        hint={m.flows_one_in_each_line_as_price()}
      />
      <GoTo {...part} name="otherwise" label={m.flows_without_a_good_reply_go_on()} />
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
        options={[
          { value: "", label: m.common_choose() },
          ...part.choices.templates
            .filter(({ needsPlace }) => !needsPlace)
            .map(({ id, name, language, variables }) => ({
              value: id,
              label:
                variables.length > 0
                  ? m.flows_needs({ template: name, language, variables: variables.join(", ") })
                  : m.flows_template_option({ template: name, language }),
            })),
        ]}
      />
      <TextareaField
        {...control("values")}
        label={m.flows_values_of_its_variables()}
        rows={3}
        maxLength={4000}
        hint={m.flows_one_on_each_line_names_of()}
      />
    </>
  );
}
