import { href } from "react-router";
import { fieldForm } from "#app/domain/contacts/fields/schemas.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";

export const meta: Route.MetaFunction = () => [{ title: m.contacts_fields_new_field() }];

export const action = formAction(fieldForm, async ({ value, api }) => {
  await api("POST /fields", value);
  return done(href("/contacts/fields"), m.contacts_fields_new_field_added_done());
});

const hints: Partial<Record<(typeof fieldTypes)[number], string>> = lazy({
  number: m.contacts_fields_new_number_hint,
  date: m.contacts_fields_new_date_hint,
  choice: m.contacts_fields_new_hints_choice,
});

export default function NewField({ actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.contacts_fields_new_field()} description={m.contacts_fields_new_lead()} />
      <Card>
        <Form method="post" noValidate className="grid max-w-xl gap-5">
          <ErrorSummary title={m.contacts_fields_new_errors_title()} errors={problemsOf(result)} />
          <Field
            {...fieldProps(result, "name")}
            label={m.common_name()}
            required
            maxLength={60}
            autoComplete="off"
            hint={m.contacts_fields_new_name_hint()}
          />
          <RadioGroupField
            {...fieldProps(result, "type", "text")}
            label={m.common_type()}
            options={fieldTypes.map((type) => ({
              value: type,
              label: fieldTypeLabels[type],
              hint: hints[type],
            }))}
          />
          <TextareaField
            {...fieldProps(result, "options")}
            label={m.contacts_fields_options_label()}
            rows={5}
            maxLength={10_000}
            hint={m.contacts_fields_new_options_hint()}
          />
          <FormActions
            submitLabel={m.contacts_fields_new_add_field_button()}
            cancelTo={href("/contacts/fields")}
          />
        </Form>
      </Card>
    </>
  );
}
