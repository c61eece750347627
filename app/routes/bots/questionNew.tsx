import { href } from "react-router";
import { evaluationQuestion } from "#app/domain/bots/schemas.ts";
import { botLanguages, expectations } from "#app/domain/bots/words.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/questionNew";

export const meta: Route.MetaFunction = () => [{ title: "Add a question" }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  return orErrorPage(context.get(apiContext)("GET /bots/:botId/evaluation", { botId }));
}

export const action = formAction(
  evaluationQuestion,
  async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
    const expectedEntryId = value.expectedEntryId ?? "";
    await api("POST /bots/:botId/questions", { ...value, expectedEntryId, botId });
    return done(href("/bots/:botId/evaluation", { botId }), "Question added.");
  },
);

export default function NewQuestion({ loaderData: { bot, entries }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const control = (name: string, stored = "") => ({
    name,
    defaultValue: typedOr(result, name, stored),
    error: errorAt(result, name),
  });
  const options = (words: Record<string, string>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <>
      <PageHeader title="Add a question" description={`To the evaluation set of ${bot.name}.`} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title="The question was not added" errors={problemsOf(result)} />
          <Field {...control("question")} label="Question" required autoComplete="off" />
          <SelectField {...control("language", "en")} label="Language" options={options(botLanguages)} />
          <RadioGroupField
            {...control("expects", "entry")}
            label="What has to come of it"
            options={options(expectations)}
          />
          <SelectField
            {...control("expectedEntryId")}
            label="Entry that answers it"
            options={[
              { value: "", label: "None" },
              ...entries.map(({ id, question }) => ({ value: id, label: question })),
            ]}
          />
          <p className="row-actions">
            <Button>Add question</Button>
            <ButtonLink to={href("/bots/:botId/evaluation", { botId: bot.id })} variant="quiet">
              Cancel
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
