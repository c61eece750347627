import { href } from "react-router";
import { Naming } from "#app/routes/shell/naming.tsx";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = () => [{ title: m.deals_delete_deal() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageApi(context)("GET /deals/:dealId", params);
}

export const action = formAction(noFields, async ({ api }, { params }: Route.ActionArgs) => {
  await api("DELETE /deals/:dealId", params);
  return done(href("/deals"), m.deals_delete_deal_deleted_done());
});

export default function DeleteDeal({ loaderData: { deal }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.deals_delete_deal_title()}
      answer={actionData}
      confirm={{ label: m.deals_delete_deal() }}
      keep={{ label: m.common_keep_it(), to: href("/deals/:dealId", { dealId: deal.id }) }}
    >
      <Naming message={m.deals_delete_text} name={deal.title} />
    </ConfirmPage>
  );
}
