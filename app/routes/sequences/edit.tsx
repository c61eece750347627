import { href } from "react-router";
import { sequenceSettings } from "#app/domain/sequences/schemas.ts";
import { sequenceLimits } from "#app/domain/sequences/words.ts";
import { CheckboxField, Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, isTicked, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";

export const meta: Route.MetaFunction = () => [{ title: m.sequences_settings() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /sequences/:sequenceId", params));

export const action = formAction(
  sequenceSettings,
  async ({ value, api }, { params: { sequenceId } }: Route.ActionArgs) => {
    await api("PUT /sequences/:sequenceId", { ...value, sequenceId });
    return done(href("/sequences/:sequenceId", { sequenceId }), m.sequences_saved_done());
  },
);

export default function EditSequence({ loaderData: { sequence }, actionData }: Route.ComponentProps) {
  const result = useLastAnswer(actionData)?.result;
  return (
    <>
      <PageHeader title={m.sequences_settings()} description={sequence.name} />
      <Card className="max-w-2xl">
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.sequences_not_saved()} errors={problemsOf(result)} />
          <Field
            {...fieldProps(result, "name", sequence.name)}
            label={m.common_name()}
            required
            maxLength={sequenceLimits.name}
            autoComplete="off"
          />
          <CheckboxField
            name="endsOnReply"
            label={m.sequences_ends_on_reply()}
            hint={m.sequences_ends_on_reply_hint()}
            defaultChecked={isTicked(result, "endsOnReply", sequence.endsOnReply)}
          />
          <CheckboxField
            name="endsOnPayment"
            label={m.sequences_ends_on_payment()}
            hint={m.sequences_ends_on_opt_out_hint()}
            defaultChecked={isTicked(result, "endsOnPayment", sequence.endsOnPayment)}
          />
          <FormActions
            submitLabel={m.common_save()}
            cancelTo={href("/sequences/:sequenceId", { sequenceId: sequence.id })}
          />
        </Form>
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
