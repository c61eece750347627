import { href } from "react-router";
import { newSequence } from "#app/domain/sequences/schemas.ts";
import { sequenceLimits } from "#app/domain/sequences/words.ts";
import { Field, RadioGroupField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { m } from "#messages";
import type { Route } from "./+types/new";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_new() }];

export const action = formAction(newSequence, async ({ value, api }) => {
  const { sequenceId } = await api("POST /sequences", value);
  return done(href("/sequences/:sequenceId", { sequenceId }), m.sequences_new_done());
});

export default function NewSequence({ actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.sequences_new()} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.sequences_not_saved()} errors={problemsOf(result)} />
          <Field
            {...fieldProps(result, "name")}
            label={m.common_name()}
            required
            maxLength={sequenceLimits.name}
            autoComplete="off"
          />
          <RadioGroupField
            {...fieldProps(result, "ready", "")}
            label={m.sequences_new_start_with()}
            options={[
              { value: "", label: m.sequences_new_empty() },
              { value: "fees", label: m.sequences_new_fees(), hint: m.sequences_new_fees_hint() },
            ]}
          />
          <FormActions submitLabel={m.sequences_new_button()} cancelTo={href("/sequences")} />
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
