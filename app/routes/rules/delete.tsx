import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.rules_delete_rule() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /rules/:ruleId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /rules/:ruleId", params);
  return done(href("/integrations/rules"), m.rules_delete_rule_deleted_done());
});

export default function DeleteRule({ loaderData: { rule }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.rules_delete_rule_title()}
      answer={actionData}
      confirm={{ label: m.rules_delete_rule() }}
      keep={{ label: m.common_keep_it(), to: href("/integrations/rules/:ruleId", { ruleId: rule.id }) }}
    >
      <Naming message={m.rules_delete_text} name={rule.name} />
    </ConfirmPage>
  );
}
