import { href, replace } from "react-router";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/delete";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Delete ${loaderData?.campaign.name ?? "the draft"}?` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orErrorPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${campaignId}`);
  return { campaign };
}

export const action = formAction(noFields, async ({ api }, { params: { campaignId } }: Route.ActionArgs) => {
  await api("DELETE /campaigns/:campaignId", { campaignId });
  return done(href("/messaging"), "The draft is deleted.");
});

export default function CampaignDelete({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return (
    <ConfirmPage
      title={`Delete “${campaign.name}”?`}
      answer={actionData}
      confirm={{ label: "Delete draft" }}
      keep={{
        label: "Keep it",
        to: href("/messaging/campaigns/:campaignId/review", { campaignId: campaign.id }),
      }}
    >
      <p>Nothing was sent and nothing was paid. A deleted draft can't be restored.</p>
    </ConfirmPage>
  );
}

export { ScreenError as ErrorBoundary };
