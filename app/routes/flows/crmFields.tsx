import { limits } from "#app/domain/flows/words.ts";
import { maxItemsText } from "#app/domain/sales/orders/fieldRules.ts";
import { requestLimits } from "#app/domain/sales/requests/words.ts";
import { askOptions, wayOptions } from "#app/routes/requests/wayOptions.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { m } from "#messages";
import { controlOf, type Part } from "./stepFields.tsx";

function Title({ hint, ...part }: Part & { hint: string }) {
  return (
    <Field
      {...controlOf(part)("title")}
      label={m.common_title()}
      required
      maxLength={limits.crmTitle}
      autoComplete="off"
      hint={hint}
    />
  );
}

const Whose = (part: Part) => (
  <SelectField
    {...controlOf(part)("memberId")}
    label={m.common_assignee()}
    options={[
      { value: "", label: m.common_unassigned() },
      ...part.choices.team.map(({ id, name }) => ({ value: id, label: name })),
    ]}
  />
);

export function Deal(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Title {...part} hint={m.flows_crm_title_hint()} />
      <Field
        {...control("value")}
        label={m.common_value_in_kes()}
        maxLength={60}
        autoComplete="off"
        hint={m.flows_crm_value_hint()}
      />
      <SelectField
        {...control("stageId")}
        label={m.common_stage()}
        options={[
          { value: "", label: m.flows_crm_first_open_stage() },
          ...part.choices.stages.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Whose {...part} />
    </>
  );
}

/** Asks the customer for money. */
export function Payment(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Field
        {...control("value")}
        label={m.requests_action_amount_label()}
        required
        maxLength={60}
        autoComplete="off"
        hint={m.requests_action_amount_hint()}
      />
      <Field
        {...control("title")}
        label={m.requests_form_reason_label()}
        required
        maxLength={requestLimits.reason}
        autoComplete="off"
        hint={m.requests_form_reason_hint()}
      />
      <SelectField {...control("way", "prompt")} label={m.requests_form_way_label()} options={wayOptions()} />
    </>
  );
}

/** Creates an order of products. */
export function Order(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <TextareaField
        {...control("items")}
        label={m.orders_action_items_label()}
        hint={m.orders_action_items_hint({ example: "2 x Sugar", answers: "{quantity} x {product}" })}
        required
        rows={3}
        maxLength={maxItemsText}
      />
      <SelectField {...control("ask", "prompt")} label={m.orders_ask_title()} options={askOptions()} />
    </>
  );
}

/** Enrols the customer in a sequence. */
export function Enrolment(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <SelectField
        {...control("sequenceId")}
        label={m.sequences_one()}
        options={[
          { value: "", label: m.common_choose() },
          ...part.choices.sequences.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field
        {...control("anchor")}
        label={m.sequences_anchor()}
        hint={m.sequences_enrol_anchor_hint({ day: "2027-01-31" })}
        maxLength={60}
        autoComplete="off"
      />
    </>
  );
}

export function CrmTask(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Title {...part} hint={m.flows_crm_title_hint()} />
      <TextareaField
        {...control("text")}
        label={m.common_note()}
        rows={3}
        maxLength={limits.crmNote}
        hint={m.flows_crm_note_hint()}
      />
      <Field
        {...control("days", "1")}
        label={m.flows_crm_due_after_days()}
        inputMode="numeric"
        maxLength={3}
        hint={m.flows_crm_due_hint()}
      />
      <Whose {...part} />
    </>
  );
}
