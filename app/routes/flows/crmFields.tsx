import { limits } from "#app/domain/flows/words.ts";
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
