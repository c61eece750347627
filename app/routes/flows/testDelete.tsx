import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/testDelete";

export const meta: Route.MetaFunction = () => [{ title: m.flows_test_delete_test() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /flows/:flowId/tests/:testId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /flows/:flowId/tests/:testId", params);
  return done(
    href("/flows/:flowId/tests", { flowId: params.flowId }),
    m.flows_test_delete_test_deleted_done(),
  );
});

export default function DeleteTest({ loaderData: { flow, test }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.flows_test_delete_test_title()}
      answer={actionData}
      confirm={{ label: m.flows_test_delete_test() }}
      keep={{ label: m.common_keep_it(), to: href("/flows/:flowId/tests", { flowId: flow.id }) }}
    >
      <Naming message={m.flows_test_delete_text} name={test.name} />
    </ConfirmPage>
  );
}
