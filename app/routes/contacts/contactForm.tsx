import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { fieldKey, fieldOf } from "#app/platform/forms/fieldNames.ts";
import { kraPinExample } from "#app/platform/forms/kraPinExample.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Field, RadioGroupField, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { type FormResult, fieldError, fieldProps, problemsOf } from "#app/web/fields.ts";
import { m } from "#messages";

export interface ContactValues {
  name: string;
  phone: string;
  tags: string;
  kraPin: string;
  consent: string;
  consentSource: string;
  /** Further columns of an import. */
  fields: { name: string; value: string }[];
}

export type DefinedField = CallOutput<"GET /fields">["fields"][number];

/** The values of a form: the organisation's fields with or without a value, then the contact's other ones. */
export function fieldRows(defined: readonly DefinedField[], fields: Record<string, string>) {
  const named = defined.map(({ name }) => ({ name, value: fieldOf(fields, name) ?? "" }));
  const known = new Set(defined.map(({ name }) => fieldKey(name)));
  const others = Object.entries(fields).filter(([name]) => !known.has(fieldKey(name)));
  return [...named, ...others.map(([name, value]) => ({ name, value }))].slice(0, 100);
}

/** The fields of a contact, for the screens that create and edit one. */
export function ContactForm({
  lastResult,
  values,
  optedOut = false,
  defined = [],
  submitLabel,
  back,
}: {
  lastResult: FormResult;
  values?: ContactValues;
  /** Consent of an opted-out contact cannot be changed here. */
  optedOut?: boolean;
  /** The organisation's fields. */
  defined?: readonly DefinedField[];
  submitLabel: string;
  back: string;
}) {
  const saving = useNavigation().state === "submitting";
  const control = (name: Exclude<keyof ContactValues, "fields">, stored?: string) =>
    fieldProps(lastResult, name, values?.[name] || stored);
  const typedFields = lastResult?.initialValue?.fields as
    | Partial<ContactValues["fields"][number]>[]
    | undefined;
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title={m.contacts_form_errors_title()} errors={problemsOf(lastResult)} />
      <Field {...control("name")} label={m.common_name()} autoComplete="off" maxLength={200} />
      <Field
        {...control("phone")}
        label={m.common_phone()}
        type="tel"
        autoComplete="off"
        required
        hint={m.contacts_form_phone_hint()}
      />
      <Field
        {...control("tags")}
        label={m.common_tags()}
        autoComplete="off"
        hint={m.contacts_form_tags_hint()}
      />
      <Field
        {...control("kraPin")}
        label={m.common_kra_pin()}
        autoComplete="off"
        hint={m.contacts_form_kra_pin_hint({ example: kraPinExample })}
      />
      <FurtherFields list={typedFields ?? values?.fields ?? []} defined={defined} result={lastResult} />
      {optedOut ? (
        <input type="hidden" name="consent" value="none" />
      ) : (
        <>
          <RadioGroupField
            {...control("consent", "none")}
            label={m.contacts_form_marketing_consent()}
            options={[
              { value: "granted", label: m.contacts_form_consent_label() },
              {
                value: "none",
                label: m.contacts_no_consent(),
                hint: m.contacts_form_no_consent_hint(),
              },
            ]}
          />
          <Field
            {...control("consentSource")}
            label={m.contacts_form_consent_source()}
            autoComplete="off"
            maxLength={200}
            hint={m.contacts_form_consent_source_hint()}
          />
        </>
      )}
      <FormActions submitLabel={saving ? m.contacts_form_saving_button() : submitLabel} cancelTo={back} />
    </Form>
  );
}

/**
 * The organisation's fields by their type, then further columns of an import; an emptied value is removed.
 */
function FurtherFields({
  list,
  defined,
  result,
}: {
  list: Partial<ContactValues["fields"][number]>[];
  defined: readonly DefinedField[];
  result: FormResult;
}) {
  if (list.length === 0) return null;
  return (
    <fieldset className="grid gap-5">
      <legend className="label mb-3">{m.contacts_form_fields_legend()}</legend>
      {list.map(({ name = "", value = "" }, index) => {
        const known = defined.find((one) => one.name === name);
        return (
          <div key={name}>
            <input type="hidden" name={`fields[${index}].name`} value={name} />
            <FieldValue
              label={<span className="wrap-anywhere">{name}</span>}
              name={`fields[${index}].value`}
              defaultValue={value}
              error={fieldError(result, `fields[${index}].value`)}
              known={known}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

const hintOf: Record<string, string> = lazy({
  number: m.common_kind_number,
  date: m.contacts_form_date_hint,
});

function FieldValue({
  known,
  ...control
}: {
  label: ReactNode;
  name: string;
  defaultValue: string;
  error: string | undefined;
  known: DefinedField | undefined;
}) {
  const options =
    known?.type === "yes_no" ? yesOrNo : known?.type === "choice" ? known.options.map(same) : null;
  if (options)
    return (
      <SelectField
        {...control}
        options={[
          { value: "", label: m.common_value_unknown() },
          ...(control.defaultValue && !options.some(({ value }) => value === control.defaultValue)
            ? [same(control.defaultValue)]
            : []),
          ...options,
        ]}
      />
    );
  const Control = /\n/.test(control.defaultValue) ? TextareaField : Field;
  return <Control {...control} maxLength={1000} autoComplete="off" hint={hintOf[known?.type ?? ""]} />;
}

const same = (option: string) => ({ value: option, label: option });
const yesOrNo = lazy([
  { value: "yes", label: m.common_yes },
  { value: "no", label: m.common_no },
]);
