import { href } from "react-router";
import { testForm } from "#app/domain/flows/schemas.ts";
import { sessionStatuses } from "#app/domain/flows/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Field, SelectField, TextareaField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/testNew";

export const meta: Route.MetaFunction = () => [{ title: m.flows_new_test() }];

export async function loader({ context, params: { flowId } }: Route.LoaderArgs) {
  return pageApi(context)("GET /flows/:flowId/tests", { flowId });
}

export const action = formAction(
  testForm,
  async ({ value, api }, { params: { flowId } }: Route.ActionArgs) => {
    await api("POST /flows/:flowId/tests", { ...value, flowId });
    return done(href("/flows/:flowId/tests", { flowId }), m.flows_test_new_test_saved_done());
  },
);

/** The simulator's messages are pre-filled. */
export default function NewTest({ loaderData, actionData }: Route.ComponentProps) {
  const { flow, steps, trial } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const control = (name: string, stored: string) => fieldProps(result, name, stored);
  const answers = Object.entries(trial.answers).map(([name, value]) => `${name} = ${value}`);
  return (
    <>
      <PageHeader title={m.flows_new_test()} description={flow.name} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.flows_test_new_test_not_saved_title()} errors={problemsOf(result)} />
          <Field
            {...control("name", "")}
            label={m.common_name()}
            required
            maxLength={80}
            autoComplete="off"
          />
          <TextareaField
            {...control("inputs", trial.inputs.join("\n"))}
            label={m.flows_customer_message()}
            rows={6}
            maxLength={4000}
            hint={m.flows_test_new_messages_hint()}
          />
          <SelectField
            {...control("expects", trial.inputs.length > 0 ? trial.at : "completed")}
            label={m.flows_test_new_expected_end()}
            options={[
              ...Object.entries(sessionStatuses)
                .filter(([value]) => value !== "running" && value !== "timed_out")
                .map(([value, { label }]) => ({
                  value,
                  label: m.flows_test_new_end_label({ label: inSentence(label) }),
                })),
              ...steps.map(({ id, title }) => ({
                value: id,
                label: m.flows_test_new_question_label({ title }),
              })),
            ]}
          />
          <TextareaField
            {...control("answers", answers.join("\n"))}
            label={m.flows_test_new_expected_answers()}
            rows={4}
            maxLength={2000}
            hint={m.flows_test_new_answers_hint()}
          />
          <FormActions
            submitLabel={m.flows_test_new_save_test_button()}
            cancelTo={href("/flows/:flowId/tests", { flowId: flow.id })}
          />
        </Form>
      </Card>
    </>
  );
}
