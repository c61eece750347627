import { href, replace } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_delete_page_title({ campaignName: loaderData.campaign.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await pageApi(context)("GET /campaigns/:campaignId", { campaignId });
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return { campaign };
}

export const action = formAction(noFields, async ({ api }, { params: { campaignId } }: Route.ActionArgs) => {
  await api("DELETE /campaigns/:campaignId", { campaignId });
  return done(href("/messaging"), m.campaigns_delete_draft_deleted_done());
});

export default function CampaignDelete({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={m.campaigns_delete_title({ campaignName: campaign.name })}
      answer={actionData}
      confirm={{ label: m.campaigns_delete_draft() }}
      keep={{
        label: m.common_keep_it(),
        to: href("/messaging/campaigns/:campaignId/review", { campaignId: campaign.id }),
      }}
    >
      <p>{m.campaigns_delete_text()}</p>
    </ConfirmPage>
  );
}
