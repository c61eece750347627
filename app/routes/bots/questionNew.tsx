import { href } from "react-router";
import { evaluationQuestion } from "#app/domain/bots/schemas.ts";
import { botLanguages, expectations } from "#app/domain/bots/words.ts";
import { Field, RadioGroupField, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/questionNew";

export const meta: Route.MetaFunction = () => [{ title: m.bots_add_question() }];

export async function loader({ context, params: { botId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /bots/:botId/evaluation", { botId });
}

export const action = formAction(
  evaluationQuestion,
  async ({ value, api }, { params: { botId } }: Route.ActionArgs) => {
    const expectedEntryId = value.expectedEntryId ?? "";
    await api("POST /bots/:botId/questions", { ...value, expectedEntryId, botId });
    return done(href("/bots/:botId/evaluation", { botId }), m.bots_question_new_question_added_done());
  },
);

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

export default function NewQuestion({ loaderData: { bot, entries }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  const control = (name: string, stored = "") => fieldProps(result, name, stored);
  return (
    <>
      <PageHeader
        title={m.bots_add_question()}
        description={m.bots_question_new_lead({ botName: bot.name })}
      />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.bots_question_new_errors_title()} errors={problemsOf(result)} />
          <Field
            {...control("question")}
            maxLength={500}
            label={m.common_question()}
            required
            autoComplete="off"
          />
          <SelectField
            {...control("language", "en")}
            label={m.common_language()}
            options={optionsOf(botLanguages)}
          />
          <RadioGroupField
            {...control("expects", "entry")}
            label={m.bots_question_new_expected_outcome()}
            options={optionsOf(expectations)}
          />
          <SelectField
            {...control("expectedEntryId")}
            label={m.bots_question_new_expected_entry()}
            options={[
              { value: "", label: m.common_none() },
              ...entries.map(({ id, question }) => ({ value: id, label: question })),
            ]}
          />
          <FormActions
            submitLabel={m.bots_question_new_add_question_button()}
            cancelTo={href("/bots/:botId/evaluation", { botId: bot.id })}
          />
        </Form>
      </Card>
    </>
  );
}
