import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, Link } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { operatorWords, templateOptions } from "#app/domain/automation/words.ts";
import { fieldsOf, maxConditions, triggers } from "#app/domain/integrations/rules/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";
import { OrderAction, PaymentAction } from "./moneyActions.tsx";
import { controlOf, type Part } from "./ruleControl.ts";

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
    if (action.kind === "team") values.teamId = action.teamId;
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
    if (action.kind === "payment") {
      const { amount, reason, way } = action;
      Object.assign(values, { paymentAmount: amount, paymentReason: reason, paymentWay: way });
    }
    if (action.kind === "order") Object.assign(values, { orderItems: action.items, orderAsk: action.ask });
    if (action.kind === "flow") values.flowId = action.flowId;
    if (action.kind === "sequence") {
      const { sequenceId, anchor } = action;
      Object.assign(values, { sequenceId, anchor });
    }
  }
  return values;
}

const named = (list: readonly { id: string; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/**
 * The fields of a rule, for the screens that create and edit one: all on one page, and the same without
 * script.
 */
export function RuleForm({ submitLabel, back, ...part }: Part & { submitLabel: string; back: string }) {
  const control = controlOf(part);
  return (
    <Form method="post" noValidate className="grid max-w-3xl gap-6">
      <ErrorSummary title={m.rules_form_rule_not_saved_title()} errors={problemsOf(part.result)} />
      <input type="hidden" name="event" value={part.event} />
      <Field {...control("name")} label={m.common_name()} required autoComplete="off" maxLength={80} />
      <p>{m.rules_form_when_text({ event: triggers[part.event].label })}</p>
      <Conditions {...part} />
      <Actions {...part} />
      <FormActions submitLabel={submitLabel} cancelTo={back} />
    </Form>
  );
}

function Conditions(part: Part) {
  const control = controlOf(part);
  const fields = Object.entries(fieldsOf(part.event)).map(([value, label]) => ({ value, label }));
  const operators = Object.entries(operatorWords).map(([value, label]) => ({ value, label }));
  return (
    <fieldset className="grid gap-4">
      <legend className="label">{m.rules_form_if()}</legend>
      <p className="hint">{m.rules_form_conditions_text()}</p>
      {Array.from({ length: maxConditions }, (_, index) => index + 1).map((n) => (
        <div key={n} className="grid gap-3 sm:grid-cols-3">
          <SelectField
            {...control(`field${n}`)}
            label={m.rules_form_field_label({ n })}
            options={[{ value: "", label: m.rules_form_no_condition() }, ...fields]}
          />
          <SelectField
            {...control(`operator${n}`)}
            label={m.rules_form_comparison_label({ n })}
            options={operators}
          />
          <Field
            {...control(`value${n}`)}
            label={m.rules_form_value_label({ n })}
            autoComplete="off"
            maxLength={200}
          />
        </div>
      ))}
    </fieldset>
  );
}

function Actions(part: Part) {
  const { choices, event } = part;
  const control = controlOf(part);
  const facts = Object.entries(fieldsOf(event)).map(([key, label]) =>
    m.rules_form_for({ key, label: inSentence(label) }),
  );
  return (
    <fieldset className="grid gap-5">
      <legend className="label">{m.rules_then()}</legend>
      <SelectField
        {...control("templateId")}
        label={m.common_send_template()}
        options={[{ value: "", label: m.common_none() }, ...templateOptions(choices.templates)]}
      />
      <TextareaField
        {...control("values")}
        maxLength={4000}
        label={m.common_variable_values()}
        rows={3}
        hint={m.rules_form_template_values_hint({ facts: facts.join(", ") })}
      />
      <Field
        {...control("tag")}
        label={m.rules_form_add_tag_to_contact()}
        autoComplete="off"
        maxLength={40}
      />
      <Assignments {...part} />
      <SelectField
        {...control("endpointId")}
        label={m.common_action_call_webhook()}
        hint={
          <ParaglideMessage
            message={m.rules_form_webhook_hint}
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
          { value: "", label: m.common_none() },
          ...choices.endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
      />
      <CrmActions {...part} />
      <PaymentAction {...part} />
      <OrderAction {...part} />
      <SelectField
        {...control("flowId")}
        label={m.rules_start_flow()}
        hint={m.rules_form_note_hint()}
        options={[{ value: "", label: m.common_none() }, ...named(choices.flows)]}
      />
      <Enrolment {...part} />
    </fieldset>
  );
}

/** To a team's queue, to a member, or both. */
function Assignments(part: Part) {
  const { choices } = part;
  const control = controlOf(part);
  return (
    <>
      {(choices.teams.length > 0 || part.values.teamId) && (
        <SelectField
          {...control("teamId")}
          label={m.rules_assign_to_team()}
          hint={m.rules_form_assign_hint()}
          options={[{ value: "", label: m.common_none() }, ...named(choices.teams)]}
        />
      )}
      <SelectField
        {...control("memberId")}
        label={m.rules_form_assign_conversation_to()}
        hint={m.rules_form_assign_hint()}
        options={[{ value: "", label: m.common_unassigned() }, ...named(choices.team)]}
      />
    </>
  );
}

function Enrolment(part: Part) {
  const control = controlOf(part);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        {...control("sequenceId")}
        label={m.sequences_enrol_in()}
        options={[{ value: "", label: m.common_none() }, ...named(part.choices.sequences)]}
      />
      <Field
        {...control("anchor")}
        label={m.sequences_anchor()}
        hint={m.sequences_enrol_anchor_hint({ day: "2027-01-31" })}
        maxLength={60}
        autoComplete="off"
      />
    </div>
  );
}

function CrmActions(part: Part) {
  const { choices } = part;
  const control = controlOf(part);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...control("dealTitle")}
          label={m.rules_form_deal_title_label()}
          hint={m.rules_form_deal_title_hint()}
          autoComplete="off"
          maxLength={120}
        />
        <Field
          {...control("dealValue")}
          label={m.rules_form_value_in_kes()}
          inputMode="decimal"
          maxLength={20}
        />
        <SelectField
          {...control("stageId")}
          label={m.common_stage()}
          options={[{ value: "", label: m.rules_form_first_open_stage() }, ...named(choices.stages)]}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field
          {...control("taskTitle")}
          label={m.rules_form_task_title_label()}
          autoComplete="off"
          maxLength={120}
        />
        <Field
          {...control("taskDays")}
          label={m.rules_form_due_after_days()}
          inputMode="numeric"
          maxLength={3}
        />
        <SelectField
          {...control("taskMemberId")}
          label={m.common_assignee()}
          options={[{ value: "", label: m.common_unassigned_filter() }, ...named(choices.team)]}
        />
      </div>
    </>
  );
}
