import { href } from "react-router";
import { stepForm } from "#app/domain/flows/schemas.ts";
import { stepKinds } from "#app/domain/flows/words.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepEdit";
import { StepForm, valuesOf } from "./stepForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.flows_step_edit_page_title() }];

export async function loader({ context, params: { flowId, stepId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [choices, { step }] = await Promise.all([
    api("GET /flows/:flowId/form", { flowId }),
    api("GET /flows/:flowId/steps/:stepId", { flowId, stepId }),
  ]);
  return { choices, step };
}

export const action = formAction(
  stepForm,
  async ({ value, api }, { params: { flowId, stepId } }: Route.ActionArgs) => {
    await api("PUT /flows/:flowId/steps/:stepId", { ...value, flowId, stepId });
    return done(href("/flows/:flowId", { flowId }), m.flows_step_edit_step_saved_done());
  },
);

export default function EditStep({ loaderData: { choices, step }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  return (
    <>
      <PageHeader title={m.flows_step_edit_title({ label: inSentence(stepKinds[step.kind].label) })} />
      <Card>
        <StepForm
          kind={step.kind}
          values={valuesOf(step)}
          choices={choices}
          result={answer?.result}
          submitLabel={m.flows_step_edit_save_step_button()}
        />
      </Card>
    </>
  );
}
