import { href } from "react-router";
import { newFlow } from "#app/domain/flows/schemas.ts";
import { flowLanguages } from "#app/domain/flows/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import type { Route } from "./+types/new";

export const meta: Route.MetaFunction = () => [{ title: "New flow" }];

export const action = formAction(newFlow, async ({ value, api }) => {
  const { flowId } = await api("POST /flows", value);
  return done(href("/flows/:flowId", { flowId }), "Flow made. Add its first step.");
});

export default function NewFlow({ actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title="New flow" />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title="The flow was not made" errors={problemsOf(result)} />
          <Field
            label="Name"
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={typedOr(result, "name", "")}
            error={errorAt(result, "name")}
          />
          <SelectField
            label="Language of its texts"
            name="language"
            hint="What the flow says by itself, as when an answer does not fit, is in this language."
            defaultValue={typedOr(result, "language", "en")}
            options={Object.entries(flowLanguages).map(([value, label]) => ({ value, label }))}
          />
          <p className="row-actions">
            <Button>Make the flow</Button>
            <ButtonLink to={href("/flows")} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
