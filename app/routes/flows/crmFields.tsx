import { limits } from "#app/domain/flows/words.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { controlOf, type Part } from "./stepFields.tsx";

function Title({ hint, ...part }: Part & { hint: string }) {
  return (
    <Field
      {...controlOf(part)("title")}
      label="Title"
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
    label="Whose it is"
    options={[
      { value: "", label: "Nobody's" },
      ...part.choices.team.map(({ id, name }) => ({ value: id, label: name })),
    ]}
  />
);

export function Deal(part: Part) {
  const control = controlOf(part);
  return (
    <>
      <Title {...part} hint="Words, and names of answers in braces, like {service}." />
      <Field
        {...control("value")}
        label="Value in KES"
        maxLength={60}
        autoComplete="off"
        hint="A number, or an answer in braces, like {budget}. What is no amount counts as nothing."
      />
      <SelectField
        {...control("stageId")}
        label="Stage"
        options={[
          { value: "", label: "The first open stage" },
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
      <Title {...part} hint="Words, and names of answers in braces, like {service}." />
      <TextareaField
        {...control("text")}
        label="Note"
        rows={3}
        maxLength={limits.crmNote}
        hint="What the member should know; names of answers in braces."
      />
      <Field
        {...control("days", "1")}
        label="Due after (days)"
        inputMode="numeric"
        maxLength={3}
        hint="0: at once."
      />
      <Whose {...part} />
    </>
  );
}
