import { href } from "react-router";
import { dealFields } from "#app/domain/crm/schemas.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/edit";
import { DealForm } from "./dealForm.tsx";

export const meta: Route.MetaFunction = () => [{ title: m.deals_edit_page_title() }];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { deal, team } = await pageApi(context)("GET /deals/:dealId", params);
  return { deal, team };
}

export const action = formAction(
  dealFields,
  async ({ typed, api }, { params: { dealId } }: Route.ActionArgs) => {
    await api("PUT /deals/:dealId", { ...typed, dealId });
    return done(href("/deals/:dealId", { dealId }), m.deals_edit_deal_saved_done());
  },
);

export default function EditDeal({ loaderData: { deal, team }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={m.deals_edit_title({ dealTitle: deal.title })} />
      <Card>
        <DealForm
          values={{
            title: deal.title,
            value: String(deal.valueCents / 100),
            memberId: deal.owner?.id ?? "",
            closesOn: deal.closesOn ?? "",
            note: deal.note,
          }}
          team={team}
          result={useLastAnswer(actionData)?.result}
          submitLabel={m.common_save_changes()}
          back={href("/deals/:dealId", { dealId: deal.id })}
        />
      </Card>
    </>
  );
}
