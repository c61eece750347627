import { href } from "react-router";
import { newFlow } from "#app/domain/flows/schemas.ts";
import { flowLanguages } from "#app/domain/flows/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, fieldValue, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";

export const meta: Route.MetaFunction = () => [{ title: m.flows_new_flow() }];

export const action = formAction(newFlow, async ({ value, api }) => {
  const { flowId } = await api("POST /flows", value);
  return done(href("/flows/:flowId", { flowId }), m.flows_new_created_done());
});

export default function NewFlow({ actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.flows_new_flow()} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.flows_new_errors_title()} errors={problemsOf(result)} />
          <Field
            {...fieldProps(result, "name")}
            label={m.common_name()}
            required
            maxLength={80}
            autoComplete="off"
          />
          <SelectField
            label={m.flows_language_of_texts()}
            name="language"
            hint={m.flows_new_language_hint()}
            defaultValue={fieldValue(result, "language", "en")}
            options={Object.entries(flowLanguages).map(([value, label]) => ({ value, label }))}
          />
          <FormActions submitLabel={m.flows_new_create_flow_button()} cancelTo={href("/flows")} />
        </Form>
      </Card>
    </>
  );
}
