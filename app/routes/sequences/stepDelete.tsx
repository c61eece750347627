import { href } from "react-router";
import { sequenceStepKinds } from "#app/domain/sequences/words.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepDelete";

export const meta: Route.MetaFunction = () => [{ title: m.flows_step_delete_page_title() }];

export const loader = ({ context, params }: Route.LoaderArgs) =>
  orThrowPage(context.get(apiContext)("GET /sequences/:sequenceId/steps/:stepId", params));

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /sequences/:sequenceId/steps/:stepId", params);
  const { sequenceId } = params;
  return done(href("/sequences/:sequenceId", { sequenceId }), m.flows_step_delete_step_removed_done());
});

export default function DeleteStep({ loaderData: { sequence, step }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.flows_step_delete_remove_step_title()}
      answer={actionData}
      confirm={{ label: m.flows_step_delete_remove_step() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/sequences/:sequenceId", { sequenceId: sequence.id }),
      }}
    >
      <p>{m.sequences_step_delete_text({ step: sequenceStepKinds[step.kind].label })}</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
