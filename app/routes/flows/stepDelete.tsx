import { href } from "react-router";
import { stepKinds } from "#app/domain/flows/words.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/stepDelete";

export const meta: Route.MetaFunction = () => [{ title: m.flows_step_delete_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /flows/:flowId/steps/:stepId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /flows/:flowId/steps/:stepId", params);
  return done(href("/flows/:flowId", { flowId: params.flowId }), m.flows_step_delete_step_removed_done());
});

export default function DeleteStep({ loaderData: { flow, step, title }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.flows_step_delete_remove_step_title()}
      answer={actionData}
      confirm={{ label: m.flows_step_delete_remove_step() }}
      keep={{ label: m.common_keep_it(), to: href("/flows/:flowId", { flowId: flow.id }) }}
    >
      <Naming message={m.flows_step_delete_text} name={labelled(stepKinds[step.kind].label, title)} />
    </ConfirmPage>
  );
}
