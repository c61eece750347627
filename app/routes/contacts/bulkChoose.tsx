import { Form as StepForm } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { useQueryWith } from "#app/web/address.ts";
import { m } from "#messages";
import { type BulkAct, type BulkField, bulkActs, bulkWords } from "./bulkWords.ts";

/** The first step: what to do with the contacts. What deletes them is apart. */
export function ChooseAct({ contacts, mayEnrol }: { contacts: string; mayEnrol: boolean }) {
  const queryWith = useQueryWith();
  return (
    <ul className="grid max-w-sm gap-2">
      {mayEnrol && (
        <li>
          <ButtonLink className="w-full justify-start" variant="secondary" to={queryWith({ act: "enrol" })}>
            {m.sequences_enrol_in()}
          </ButtonLink>
        </li>
      )}
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

interface Carried {
  /** The address's other values, by name. */
  carried: [string, string][];
  back: string;
}

const CarriedFields = ({ carried, act }: Pick<Carried, "carried"> & { act: string }) => (
  <>
    {carried.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the address may have a value twice
      <input key={index} type="hidden" name={name} value={value} />
    ))}
    <input type="hidden" name="act" value={act} />
  </>
);

/** The second step of enrolling; the sequence's own page shows the price. */
export function ChooseSequence({
  sequences,
  carried,
  back,
}: Carried & { sequences: { id: string; name: string; state: string }[] }) {
  const on = sequences.filter(({ state }) => state === "on");
  return (
    <StepForm className="grid gap-5" noValidate>
      <CarriedFields carried={carried} act="enrol" />
      <h2>{m.sequences_enrol_in()}</h2>
      <SelectField
        name="sequenceId"
        label={m.sequences_one()}
        hint={m.sequences_enrol_in_hint()}
        required
        options={[
          { value: "", label: m.common_choose() },
          ...on.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <FormActions submitLabel={m.common_continue()} cancelTo={back} />
    </StepForm>
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
}: Carried & {
  act: BulkAct;
  typed: Record<BulkField, string>;
  fields: { id: string; name: string }[];
  problem: { id: string; text: string } | undefined;
}) {
  const propsOf = (name: BulkField) => ({
    name,
    defaultValue: typed[name],
    error: problem?.id === name ? problem.text : undefined,
  });
  return (
    <StepForm className="grid gap-5" noValidate>
      {problem && <ErrorSummary errors={[problem]} />}
      <CarriedFields carried={carried} act={act} />
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
