import { Form as StepForm } from "react-router";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { m } from "#messages";
import { bulkWords } from "./bulkWords.ts";

/** The form's fields as typed. */
type Typed = Record<
  "act" | "ofTag" | "fieldId" | "newValue" | "consentSource" | "consentWording" | "consentDate",
  string
>;

/** Shows a field only for its action; a browser without `:has` shows them all. */
const onlyFor = {
  tags: "group-not-has-[[value$=_tag]:checked]/act:hidden",
  field: "group-not-has-[[value=set_field]:checked]/act:hidden",
  consent: "group-not-has-[[value=record_consent]:checked]/act:hidden",
};

/** The proof of consent: where and how people agreed, to which wording, and when. */
function ConsentFields({ typed, errorOf }: { typed: Typed; errorOf: (id: string) => string | undefined }) {
  return (
    <div className={`grid gap-5 ${onlyFor.consent}`}>
      <Field
        label={m.contacts_bulk_consent_source_label()}
        name="consentSource"
        maxLength={200}
        autoComplete="off"
        defaultValue={typed.consentSource}
        error={errorOf("consentSource")}
        hint={m.contacts_bulk_consent_source_hint()}
      />
      <TextareaField
        label={m.contacts_bulk_consent_wording_label()}
        name="consentWording"
        rows={2}
        maxLength={500}
        defaultValue={typed.consentWording}
        error={errorOf("consentWording")}
        hint={m.contacts_bulk_consent_wording_hint()}
      />
      <Field
        label={m.contacts_bulk_consent_date_label()}
        name="consentDate"
        type="date"
        defaultValue={typed.consentDate}
        error={errorOf("consentDate")}
        hint={m.contacts_bulk_consent_date_hint()}
      />
    </div>
  );
}

/** The action, and its tag, field or proof: the first step, kept in the address. */
export function ChooseChange({
  carried,
  typed,
  fields,
  problem,
  back,
}: {
  /** The address's other values, by name. */
  carried: [string, string][];
  typed: Typed;
  fields: { id: string; name: string }[];
  problem: { id: string; text: string } | undefined;
  back: string;
}) {
  const errorOf = (id: string) => (problem?.id === id ? problem.text : undefined);
  return (
    <StepForm className="group/act grid gap-5" noValidate>
      {problem && <ErrorSummary errors={[problem]} />}
      {carried.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the address may have a value twice
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <RadioGroupField
        label={m.common_action()}
        name="act"
        defaultValue={typed.act}
        options={Object.entries(bulkWords).map(([value, { label }]) => ({ value, label: label() }))}
      />
      <ConsentFields typed={typed} errorOf={errorOf} />
      <Field
        className={onlyFor.tags}
        label={m.common_tag()}
        name="ofTag"
        maxLength={40}
        autoComplete="off"
        defaultValue={typed.ofTag}
        error={errorOf("ofTag")}
        hint={m.contacts_bulk_tag_hint()}
      />
      <SelectField
        className={onlyFor.field}
        label={m.contacts_field()}
        name="fieldId"
        defaultValue={typed.fieldId}
        error={errorOf("fieldId")}
        options={[
          { value: "", label: m.contacts_choose_label() },
          ...fields.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Field
        className={onlyFor.field}
        label={m.contacts_bulk_new_value_label()}
        name="newValue"
        maxLength={1000}
        autoComplete="off"
        defaultValue={typed.newValue}
        hint={m.contacts_bulk_new_value_hint()}
      />
      <FormActions submitLabel={m.common_continue()} cancelTo={back} />
    </StepForm>
  );
}
