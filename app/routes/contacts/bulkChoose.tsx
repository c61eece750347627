import { Form as StepForm } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { useQueryWith } from "#app/web/address.ts";
import { m } from "#messages";
import { type BulkAct, type BulkField, bulkActs, bulkWords } from "./bulkWords.ts";

/** The first step: what to do with the contacts. What deletes them is apart. */
export function ChooseAct({ contacts }: { contacts: string }) {
  const queryWith = useQueryWith();
  return (
    <ul className="grid max-w-sm gap-2">
      {bulkActs.map((act) => (
        <li key={act} className={act === "delete" ? "mt-4" : undefined}>
          <ButtonLink
            className="w-full justify-start"
            variant={act === "delete" ? "danger-quiet" : "secondary"}
            to={queryWith({ act })}
          >
            {act === "delete" ? bulkWords[act].button(contacts) : bulkWords[act].label()}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

/** The second step, for the actions that need a tag, a field or a proof. It is kept in the address. */
export function FillIn({
  act,
  carried,
  typed,
  fields,
  problem,
  back,
}: {
  act: BulkAct;
  /** The address's other values, by name. */
  carried: [string, string][];
  typed: Record<BulkField, string>;
  fields: { id: string; name: string }[];
  problem: { id: string; text: string } | undefined;
  back: string;
}) {
  const propsOf = (name: BulkField) => ({
    name,
    defaultValue: typed[name],
    error: problem?.id === name ? problem.text : undefined,
  });
  return (
    <StepForm className="grid gap-5" noValidate>
      {problem && <ErrorSummary errors={[problem]} />}
      {carried.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the address may have a value twice
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="act" value={act} />
      <h2>{bulkWords[act].label()}</h2>
      {(act === "add_tag" || act === "remove_tag") && (
        <Field {...propsOf("ofTag")} label={m.common_tag()} maxLength={40} autoComplete="off" required />
      )}
      {act === "set_field" && (
        <>
          <SelectField
            {...propsOf("fieldId")}
            label={m.contacts_field()}
            required
            options={[
              { value: "", label: m.contacts_choose_label() },
              ...fields.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Field
            {...propsOf("newValue")}
            label={m.contacts_bulk_new_value_label()}
            maxLength={1000}
            autoComplete="off"
            hint={m.contacts_bulk_new_value_hint()}
          />
        </>
      )}
      {act === "record_consent" && <ConsentFields propsOf={propsOf} />}
      <FormActions submitLabel={m.common_continue()} cancelTo={back} />
    </StepForm>
  );
}

/** The proof of consent: where and how people agreed, to which wording, and when. */
function ConsentFields({
  propsOf,
}: {
  propsOf: (name: BulkField) => { name: string; defaultValue: string; error: string | undefined };
}) {
  return (
    <>
      <Field
        {...propsOf("consentSource")}
        label={m.contacts_bulk_consent_source_label()}
        maxLength={200}
        autoComplete="off"
        required
        hint={m.contacts_bulk_consent_source_hint()}
      />
      <TextareaField
        {...propsOf("consentWording")}
        label={m.contacts_bulk_consent_wording_label()}
        rows={2}
        maxLength={500}
        required
        hint={m.contacts_bulk_consent_wording_hint()}
      />
      <Field
        {...propsOf("consentDate")}
        label={m.contacts_bulk_consent_date_label()}
        type="date"
        required
        hint={m.contacts_bulk_consent_date_hint()}
      />
    </>
  );
}
