import { href } from "react-router";
import { fieldForm } from "#app/domain/contacts/fields/schemas.ts";
import { fieldTypeLabels, fieldTypes } from "#app/domain/contacts/fields/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/new";

export const meta: Route.MetaFunction = () => [{ title: "New field" }];

export const action = formAction(fieldForm, async ({ value, api }) => {
  await api("POST /fields", value);
  return done(href("/contacts/fields"), "Field added.");
});

const hints: Partial<Record<(typeof fieldTypes)[number], string>> = {
  number: "Such as 1250 or 12.5; it can be compared by size.",
  date: "Such as 23/11/2026; it can be asked for by days.",
  choice: "Write its options below.",
};

export default function NewField({ actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader
        title="New field"
        description="If an import brought a column of this name, its values are taken over."
      />
      <Card>
        <Form method="post" noValidate className="grid max-w-xl gap-5">
          <ErrorSummary title="The field was not added" errors={problemsOf(result)} />
          <Field
            label="Name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={typedOr(result, "name", "")}
            error={errorAt(result, "name")}
            hint="For example: Town, Birthday, Balance."
          />
          <RadioGroupField
            label="What is written in it"
            name="type"
            defaultValue={typedOr(result, "type", "text")}
            error={errorAt(result, "type")}
            options={fieldTypes.map((type) => ({
              value: type,
              label: fieldTypeLabels[type],
              hint: hints[type],
            }))}
          />
          <TextareaField
            label="Options, one a line"
            name="options"
            rows={5}
            maxLength={10_000}
            defaultValue={typedOr(result, "options", "")}
            error={errorAt(result, "options")}
            hint="Only for one of a list."
          />
          <p className="row-actions">
            <Button>Add field</Button>
            <ButtonLink to={href("/contacts/fields")} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
