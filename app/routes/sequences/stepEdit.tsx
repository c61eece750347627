import { href } from "react-router";
import { sequenceStepForm } from "#app/domain/sequences/schemas.ts";
import { sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepEdit";
import { StepForm, valuesOf } from "./stepForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_step_edit_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [form, { step }] = await orThrowPage(
    Promise.all([
      api("GET /sequences/:sequenceId/form", { sequenceId: params.sequenceId }),
      api("GET /sequences/:sequenceId/steps/:stepId", params),
    ]),
  );
  return { form, step };
}

export const action = formAction(
  sequenceStepForm,
  async ({ value, api }, { params: { sequenceId, stepId } }: Route.ActionArgs) => {
    await api("PUT /sequences/:sequenceId/steps/:stepId", { ...value, sequenceId, stepId });
    return done(href("/sequences/:sequenceId", { sequenceId }), m.flows_step_edit_step_saved_done());
  },
);

export default function EditStep({ loaderData: { form, step }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={sequenceStepKinds[step.kind].label} description={form.sequence.name} />
      <Card>
        <StepForm
          kind={step.kind}
          stepId={step.id}
          values={valuesOf(step)}
          form={form}
          result={answer?.result}
          submitLabel={m.flows_step_edit_save_step_button()}
        />
      </Card>
    </>
  );
}

export { ScreenError as ErrorBoundary };
