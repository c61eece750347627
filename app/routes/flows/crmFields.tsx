import { limits } from "#app/domain/flows/words.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { m } from "#messages";
import { controlOf, type Part } from "./stepFields.tsx";

function Title({ hint, ...part }: Part & { hint: string }) {
  return (
    <Field
      {...controlOf(part)("title")}
      label={m.flows_title()}
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
    label={m.flows_whose_it_is()}
    options={[
      { value: "", label: m.flows_nobodys() },
      ...part.choices.team.map(({ id, name }) => ({ value: id, label: name })),
    ]}
  />
);

export function Deal(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Title {...part} hint={m.flows_words_and_names_of_answers_in_2()} />
      <Field
        {...control("value")}
        label={m.flows_value_in_kes()}
        maxLength={60}
        autoComplete="off"
        hint={m.flows_a_number_or_an_answer_in()}
      />
      <SelectField
        {...control("stageId")}
        label={m.flows_stage()}
        options={[
          { value: "", label: m.flows_the_first_open_stage() },
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
      <Title {...part} hint={m.flows_words_and_names_of_answers_in_2()} />
      <TextareaField
        {...control("text")}
        label={m.common_note()}
        rows={3}
        maxLength={limits.crmNote}
        hint={m.flows_what_the_member_should_know_names()}
      />
      <Field
        {...control("days", "1")}
        label={m.flows_due_after_days()}
        inputMode="numeric"
        maxLength={3}
        hint={m.flows_0_at_once()}
      />
      <Whose {...part} />
    </>
  );
}
