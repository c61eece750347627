import type { SubmissionResult } from "@conform-to/react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  checkWords,
  contactFacts,
  limits,
  mostCases,
  operatorWords,
  type StepKind,
  stepKinds,
} from "#app/domain/flows/words.ts";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { errorAt, typedOr } from "#app/web/problems.ts";

type Choices = CallOutput<"GET /flows/:flowId/form">;

export interface Part {
  kind: StepKind;
  values: Record<string, string>;
  choices: Choices;
  result: SubmissionResult<string[]> | undefined;
}

export const controlOf =
  ({ values, result }: Part) =>
  (name: string, fallback = "") => ({
    name,
    defaultValue: typedOr(result, name, values[name] ?? fallback),
    error: errorAt(result, name),
  });

export function GoTo({ name, label, ...part }: Part & { name: string; label: string }) {
  const { steps } = part.choices;
  return (
    <SelectField
      {...controlOf(part)(name)}
      label={label}
      options={[
        { value: "", label: "The step that follows" },
        ...steps.map(({ id, kind, title }, index) => ({
          value: id,
          label: `${index + 1}. ${stepKinds[kind].label}: ${title}`.slice(0, 80),
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
      hint={`You can write ${names.join(", ")}.`}
    />
  );
}

export function Kept(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Field
        {...control("saveTo")}
        label="Name of the answer"
        required
        maxLength={40}
        autoComplete="off"
        hint="Other steps name it in braces, like {day}."
      />
      <Field
        {...control("field")}
        label="Field of the contact that keeps it"
        maxLength={40}
        autoComplete="off"
        hint="Empty: it is kept in the log of the flow alone."
      />
      <Field
        {...control("retry")}
        label="If it does not fit"
        maxLength={limits.question}
        autoComplete="off"
        hint="Empty: the flow says it in its language. After three times it hands over."
      />
    </>
  );
}

export function Ask(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Words {...part} label="Question" />
      <SelectField
        {...control("check", "text")}
        label="The answer is"
        options={Object.entries(checkWords).map(([value, label]) => ({ value, label }))}
      />
      <TextareaField
        {...control("options")}
        label="Answers to choose from"
        rows={3}
        maxLength={1000}
        hint="One in each line, for “One of these answers” alone. Customers may write the number."
      />
      <Kept {...part} />
    </>
  );
}

export function Choose(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Words {...part} label="Question" />
      <RadioGroupField
        {...control("shownAs", "buttons")}
        label="Show the answers as"
        options={[
          { value: "buttons", label: "Buttons", hint: "Up to 3 answers of 20 characters." },
          { value: "list", label: "A list", hint: "Up to 10 answers of 24 characters." },
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">Answers</legend>
        {Array.from({ length: limits.rows }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-3">
            <Field
              {...control(`title${n}`)}
              label={`Answer ${n}`}
              maxLength={limits.rowTitle}
              autoComplete="off"
            />
            <Field
              {...control(`description${n}`)}
              label={`Description ${n}`}
              maxLength={limits.description}
              autoComplete="off"
            />
            <GoTo {...part} name={`goTo${n}`} label={`Answer ${n} goes on with`} />
          </div>
        ))}
      </fieldset>
      <Field
        {...control("listButton")}
        label="Button that opens the list"
        maxLength={limits.listButton}
        autoComplete="off"
      />
      <Kept {...part} />
    </>
  );
}

export function Branch(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("answer")}
        label="By the answer"
        options={[
          { value: "", label: "Choose" },
          ...part.choices.answers.map((name) => ({ value: name, label: name })),
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="label">Ways</legend>
        {Array.from({ length: mostCases }, (_, index) => index + 1).map((n) => (
          <div key={n} className="grid gap-3 sm:grid-cols-2">
            <Field {...control(`case${n}`)} label={`If it is (${n})`} maxLength={100} autoComplete="off" />
            <GoTo {...part} name={`caseGoTo${n}`} label={`Go on with (${n})`} />
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
        label="What is checked"
        required
        maxLength={40}
        autoComplete="off"
        hint={`The name of an answer, a field of the contact, or one of ${contactFacts.join(", ")}.`}
      />
      <SelectField
        {...control("operator", "is")}
        label="Comparison"
        options={Object.entries(operatorWords).map(([value, label]) => ({ value, label }))}
      />
      <Field {...control("value")} label="Value" maxLength={500} autoComplete="off" />
      <GoTo {...part} name="otherwise" label="If not, go on with" />
    </>
  );
}

export function Save(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <RadioGroupField
        {...control("target", "field")}
        label="Save to"
        options={[
          { value: "field", label: "A field of the contact" },
          { value: "tag", label: "A tag" },
        ]}
      />
      <Field {...control("name")} label="Name of the field" maxLength={40} autoComplete="off" />
      <Field
        {...control("value")}
        label="What is saved"
        required
        maxLength={500}
        autoComplete="off"
        hint="Words, and names of answers in braces."
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
        label="Webhook endpoint"
        hint={
          <>
            Signed like every webhook. Add endpoints under{" "}
            <Link className="link" to={href("/developers")}>
              Developers
            </Link>
            .
          </>
        }
        options={[
          { value: "", label: "Choose" },
          ...part.choices.endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
      <Field
        {...control("timeoutSeconds", "10")}
        label="Wait at most (seconds)"
        inputMode="numeric"
        maxLength={2}
      />
      <TextareaField
        {...control("mapping")}
        label="Answers that it gives"
        rows={3}
        maxLength={1000}
        hint="One in each line, as “price = order.total”: the answer, and where it stands in the JSON of the reply, of which 2,000 characters are read."
      />
      <GoTo {...part} name="otherwise" label="Without a good reply, go on with" />
    </>
  );
}

export function Template(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("templateId")}
        label="Template"
        options={[
          { value: "", label: "Choose" },
          ...part.choices.templates.map(({ id, name, language, variables }) => ({
            value: id,
            label: `${name} (${language}${variables.length > 0 ? `, needs ${variables.join(", ")}` : ""})`,
          })),
        ]}
      />
      <TextareaField
        {...control("values")}
        label="Values of its variables"
        rows={3}
        maxLength={4000}
        hint="One on each line; names of answers in braces."
      />
    </>
  );
}
