import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.flows_delete_flow() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /flows/:flowId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /flows/:flowId", params);
  return done(href("/flows"), m.flows_delete_flow_deleted_done());
});

export default function DeleteFlow({ loaderData: { flow }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.flows_delete_flow_title()}
      answer={actionData}
      confirm={{ label: m.flows_delete_flow() }}
      keep={{ label: m.common_keep_it(), to: href("/flows/:flowId", { flowId: flow.id }) }}
    >
      <Naming message={m.flows_delete_text} name={flow.name} />
    </ConfirmPage>
  );
}
