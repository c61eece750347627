import { type FieldMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";

export interface ContactValues {
  name: string;
  phone: string;
  tags: string;
  consent: string;
  consentSource: string;
  /** Further columns of an import. */
  fields: { name: string; value: string }[];
}

/** The fields of a contact, for the screens that make and change one. */
export function ContactForm({
  lastResult,
  values,
  optedOut = false,
  submitLabel,
  back,
}: {
  lastResult: SubmissionResult<string[]> | undefined;
  values?: ContactValues;
  /** Consent of a person who opted out is not changed here. */
  optedOut?: boolean;
  submitLabel: string;
  back: string;
}) {
  const [form, fields] = useForm<ContactValues>({
    id: "contact",
    lastResult,
    ...(values ? { defaultValue: values } : {}),
  });
  const saving = useNavigation().state === "submitting";
  const control = (name: Exclude<keyof ContactValues, "fields">) => ({
    name,
    key: fields[name].key,
    defaultValue: fields[name].initialValue ?? "",
    error: fields[name].errors?.[0],
  });
  const { key: nameKey, ...name } = control("name");
  const { key: phoneKey, ...phone } = control("phone");
  const { key: tagsKey, ...tags } = control("tags");
  const { key: sourceKey, ...source } = control("consentSource");
  const { key: consentKey, ...consent } = control("consent");
  const problems = [
    ...(form.errors ?? []).map((text) => ({ text })),
    ...Object.entries(form.allErrors)
      .filter(([id]) => id !== "")
      .map(([id, texts]) => ({ id, text: texts[0] ?? "" })),
  ];
  return (
    <Form method="post" id={form.id} noValidate className="grid max-w-xl gap-5">
      <ErrorSummary title="The contact was not saved" errors={problems} />
      <Field key={nameKey} {...name} label="Name" autoComplete="off" maxLength={200} />
      <Field
        key={phoneKey}
        {...phone}
        label="Phone"
        type="tel"
        autoComplete="off"
        required
        hint="For example 0712 345 678. Numbers of other countries begin with +."
      />
      <Field
        key={tagsKey}
        {...tags}
        label="Tags"
        autoComplete="off"
        hint="Separate tags by commas: VIP, Nairobi"
      />
      <FurtherFields list={fields.fields.getFieldList()} />
      {optedOut ? (
        <input type="hidden" name="consent" value="none" />
      ) : (
        <>
          <RadioGroupField
            key={consentKey}
            {...consent}
            defaultValue={consent.defaultValue || "none"}
            label="Consent to marketing"
            options={[
              { value: "granted", label: "The person agreed to get marketing messages" },
              {
                value: "none",
                label: "No consent",
                hint: "Campaigns with marketing templates leave this contact out.",
              },
            ]}
          />
          <Field
            key={sourceKey}
            {...source}
            label="Where the consent was given"
            autoComplete="off"
            maxLength={200}
            hint="For example: form at the counter, March 2026. You may be asked for it."
          />
        </>
      )}
      <p className="row-actions">
        <Button disabled={saving}>{saving ? "Saving…" : submitLabel}</Button>
        <ButtonLink to={back} variant="quiet">
          Cancel
        </ButtonLink>
      </p>
    </Form>
  );
}

/** The names come with the import; emptying a value takes the field away. */
function FurtherFields({
  list,
}: {
  list: FieldMetadata<ContactValues["fields"][number], ContactValues, string[]>[];
}) {
  if (list.length === 0) return null;
  return (
    <fieldset className="grid gap-5">
      <legend className="label mb-3">More fields, for template variables</legend>
      {list.map((field) => {
        const { name, value } = field.getFieldset();
        const text = value.initialValue ?? "";
        const Control = /\n/.test(text) ? TextareaField : Field;
        return (
          <div key={field.key}>
            <input type="hidden" name={name.name} value={name.initialValue ?? ""} />
            <Control
              label={<span className="wrap-anywhere">{name.initialValue}</span>}
              name={value.name}
              defaultValue={text}
              error={value.errors?.[0]}
              maxLength={1000}
              autoComplete="off"
            />
          </div>
        );
      })}
    </fieldset>
  );
}
