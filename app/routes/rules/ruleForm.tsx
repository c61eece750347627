import type { SubmissionResult } from "@conform-to/react";
import { href, Link, useNavigation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import {
  fieldsOf,
  mostConditions,
  operatorWords,
  type TriggerName,
  triggers,
} from "#app/domain/integrations/rules/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";

type Choices = CallOutput<"GET /rules/choices">;
type Rule = CallOutput<"GET /rules/:ruleId">["rule"];

/** The stored rule as the fields of the form. */
export function valuesOf(rule: Rule | undefined): Record<string, string> {
  const values: Record<string, string> = { name: rule?.name ?? "", taskDays: "1" };
  rule?.conditions.forEach(({ field, operator, value }, index) => {
    const n = index + 1;
    Object.assign(values, { [`field${n}`]: field, [`operator${n}`]: operator, [`value${n}`]: value });
  });
  for (const action of rule?.actions ?? []) {
    if (action.kind === "template")
      Object.assign(values, { templateId: action.templateId, values: action.values.join("\n") });
    if (action.kind === "tag") values.tag = action.tag;
    if (action.kind === "assign") values.memberId = action.memberId;
    if (action.kind === "webhook") values.endpointId = action.endpointId;
    if (action.kind === "deal") {
      const { title, valueCents, stageId } = action;
      Object.assign(values, { dealTitle: title, dealValue: String(valueCents / 100), stageId });
    }
    if (action.kind === "task") {
      const { title, days, memberId } = action;
      Object.assign(values, { taskTitle: title, taskDays: String(days), taskMemberId: memberId });
    }
    if (action.kind === "flow") values.flowId = action.flowId;
  }
  return values;
}

interface Part {
  event: TriggerName;
  values: Record<string, string>;
  choices: Choices;
  result: SubmissionResult<string[]> | undefined;
}

const controlOf =
  ({ values, result }: Part) =>
  (name: string) => ({
    name,
    defaultValue: typedOr(result, name, values[name] ?? ""),
    error: errorAt(result, name),
  });

/** The fields of a rule, for the screens that make and change one: all on one page, and the same without script. */
export function RuleForm({ submitLabel, back, ...part }: Part & { submitLabel: string; back: string }) {
  const isBusy = useNavigation().state === "submitting";
  const control = controlOf(part);
  return (
    <Form method="post" noValidate className="grid max-w-3xl gap-6">
      <ErrorSummary title="The rule was not saved" errors={problemsOf(part.result)} />
      <input type="hidden" name="event" value={part.event} />
      <Field {...control("name")} label="Name" required autoComplete="off" maxLength={80} />
      <p>
        <strong>When:</strong> {triggers[part.event].label}
      </p>
      <Conditions {...part} />
      <Actions {...part} />
      <p className="row-actions">
        <Button disabled={isBusy}>{submitLabel}</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

function Conditions(part: Part) {
  const control = controlOf(part);
  const fields = Object.entries(fieldsOf(part.event)).map(([value, label]) => ({ value, label }));
  const operators = Object.entries(operatorWords).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className="grid gap-4">
      <legend className="label">If</legend>
      <p className="hint">All conditions have to hold. Without one the rule always runs.</p>
      {Array.from({ length: mostConditions }, (_, index) => index + 1).map((n) => (
        <div key={n} className="grid gap-3 sm:grid-cols-3">
          <SelectField
            {...control(`field${n}`)}
            label={`Field ${n}`}
            options={[{ value: "", label: "No condition" }, ...fields]}
          />
          <SelectField {...control(`operator${n}`)} label={`Comparison ${n}`} options={operators} />
          <Field {...control(`value${n}`)} label={`Value ${n}`} autoComplete="off" maxLength={200} />
        </div>
      ))}
    </fieldset>
  );
}

function Actions(part: Part) {
  const { choices, event } = part;
  const control = controlOf(part);
  const facts = Object.entries(fieldsOf(event)).map(([key, label]) => `{${key}} for ${label.toLowerCase()}`);
  return (
    <fieldset className="grid gap-5">
      <legend className="label">Then</legend>
      <SelectField
        {...control("templateId")}
        label="Send a template"
        options={[
          { value: "", label: "None" },
          ...choices.templates.map(({ id, name, language, variables }) => ({
            value: id,
            label: `${name} (${language}${variables.length > 0 ? `, needs ${variables.join(", ")}` : ""})`,
          })),
        ]}
      />
      <TextareaField
        {...control("values")}
        label="Values of its variables"
        rows={3}
        hint={`One on each line. You can write ${facts.join(", ")}.`}
      />
      <Field {...control("tag")} label="Add a tag to the contact" autoComplete="off" maxLength={50} />
      <SelectField
        {...control("memberId")}
        label="Assign the conversation to"
        hint="Only where nobody has it yet."
        options={[
          { value: "", label: "Nobody" },
          ...choices.members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SelectField
        {...control("endpointId")}
        label="Call a webhook"
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
          { value: "", label: "None" },
          ...choices.endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
      <CrmActions {...part} />
      <SelectField
        {...control("flowId")}
        label="Start a flow"
        hint="In the conversation of the contact, while the customer service window is open."
        options={[
          { value: "", label: "None" },
          ...choices.flows.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </fieldset>
  );
}

function CrmActions(part: Part) {
  const { choices } = part;
  const control = controlOf(part);
  const named = (list: { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...control("dealTitle")}
          label="Create a deal with the title"
          hint="As for variables: {name} and the others."
          autoComplete="off"
          maxLength={120}
        />
        <Field {...control("dealValue")} label="Its value in KES" inputMode="decimal" maxLength={20} />
        <SelectField
          {...control("stageId")}
          label="In the stage"
          options={[{ value: "", label: "The first open one" }, ...named(choices.stages)]}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...control("taskTitle")}
          label="Create a task with the title"
          autoComplete="off"
          maxLength={120}
        />
        <Field {...control("taskDays")} label="Due after days" inputMode="numeric" maxLength={3} />
        <SelectField
          {...control("taskMemberId")}
          label="Whose task"
          options={[{ value: "", label: "Nobody’s" }, ...named(choices.members)]}
        />
      </div>
    </>
  );
}
