import { href } from "react-router";
import { type FlowStep, stepKinds } from "#app/domain/flows/words.ts";
import { RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { CrmTask, Deal, Enrolment, Order, Payment } from "./crmFields.tsx";
import { Ask, Choose } from "./questionFields.tsx";
import { Branch, Check, controlOf, GoTo, type Part, Save, Template, Webhook, Words } from "./stepFields.tsx";

/** A stored step as the fields of the form. */
export function valuesOf(step: FlowStep): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(step))
    if (typeof value === "string" || typeof value === "number") values[name] = String(value);
  if (step.kind === "ask") values.options = step.options.join("\n");
  if (step.kind === "choose")
    step.choices.forEach(({ title, description, goTo }, index) => {
      const n = index + 1;
      Object.assign(values, { [`title${n}`]: title, [`description${n}`]: description, [`goTo${n}`]: goTo });
    });
  if (step.kind === "branch")
    step.cases.forEach(({ value, goTo }, index) => {
      Object.assign(values, { [`case${index + 1}`]: value, [`caseGoTo${index + 1}`]: goTo });
    });
  if (step.kind === "webhook")
    values.mapping = step.mapping.map(({ saveTo, path }) => `${saveTo} = ${path}`).join("\n");
  if (step.kind === "template") values.values = step.values.join("\n");
  if (step.kind === "task") values.text = step.note;
  if (step.kind === "payment") Object.assign(values, { value: step.amount, title: step.reason });
  if (step.kind === "consent") values.granted = step.granted ? "yes" : "no";
  return values;
}

/** The fields of a step of one kind, for the screens that add and edit one. */
export function StepForm({ submitLabel, ...part }: Part & { submitLabel: string }) {
  const { choices, kind } = part;
  const isEnd = kind === "handover" || kind === "end";
  return (
    <Form method="post" noValidate className="grid max-w-3xl gap-5">
      <ErrorSummary title={m.flows_step_errors_title()} errors={problemsOf(part.result)} />
      <input type="hidden" name="kind" value={kind} />
      <p className="hint">{stepKinds[kind].hint}</p>
      <Fields {...part} />
      {!isEnd && (
        <GoTo
          {...part}
          name="next"
          label={
            kind === "branch" || kind === "choose"
              ? m.flows_step_others_next_label()
              : m.flows_step_next_label()
          }
        />
      )}
      <FormActions submitLabel={submitLabel} cancelTo={href("/flows/:flowId", { flowId: choices.flow.id })} />
    </Form>
  );
}

function Fields(part: Part) {
  switch (part.kind) {
    case "say":
    case "handover":
    case "end":
      return <Words {...part} label={part.kind === "say" ? m.common_text() : m.flows_step_final_message()} />;
    case "ask":
      return <Ask {...part} />;
    case "choose":
      return <Choose {...part} />;
    case "branch":
      return <Branch {...part} />;
    case "check":
      return <Check {...part} />;
    case "save":
      return <Save {...part} />;
    case "webhook":
      return <Webhook {...part} />;
    case "template":
      return <Template {...part} />;
    case "deal":
      return <Deal {...part} />;
    case "task":
      return <CrmTask {...part} />;
    case "payment":
      return <Payment {...part} />;
    case "order":
      return <Order {...part} />;
    case "sequence":
      return <Enrolment {...part} />;
    case "consent":
      return (
        <RadioGroupField
          {...controlOf(part)("granted", "yes")}
          label={m.flows_step_last_answer()}
          options={[
            { value: "yes", label: m.flows_step_opts_in(), hint: m.flows_step_opt_in_hint() },
            { value: "no", label: m.flows_step_opts_out_of_promotions() },
          ]}
        />
      );
  }
}
