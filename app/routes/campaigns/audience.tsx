import { href, replace } from "react-router";
import { may } from "#app/platform/roles/acts.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/audience";
import { answerAudience, countOfDraft, draftsOf } from "./audienceAction.server.ts";
import { AudienceForm } from "./audienceForm.tsx";
import { NoRecipients } from "./noRecipients.tsx";
import { WizardSteps } from "./wizardSteps.tsx";

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: m.campaigns_audience_page_title({
      campaignName: loaderData?.campaign.name ?? m.common_campaign(),
    }),
  },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, choices, conditionChoices] = await orThrowPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId }),
      api("GET /campaigns/choices", {}),
      api("GET /conditions/choices", {}),
    ]),
  );
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  const stored = draftsOf(campaign.audience);
  const counted = await countOfDraft(api, campaign);
  return {
    ...{ campaign, choices, conditionChoices, stored, counted },
    isManager: may(context.get(userContext), "campaigns.manage"),
  };
}

export const action = answerAudience;

export default function CampaignAudience({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, counted } = loaderData;
  const { audience } = campaign;
  const isFixed = audience.kind === "failed_of" || audience.kind === "follow_up";
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="audience" campaign={campaign} />
      {isFixed ? (
        <Card title={m.campaigns_audience()}>
          <div className="grid gap-5">
            <Notice
              tone="info"
              title={
                audience.kind === "failed_of"
                  ? m.campaigns_audience_retry_notice()
                  : m.campaigns_audience_follow_up_notice()
              }
            >
              {m.campaigns_audience_recounted_notice({ audience: campaign.audienceText })}
            </Notice>
            {counted?.audience.recipients === 0 ? (
              <NoRecipients
                audience={counted.audience}
                campaignId={campaign.id}
                chosen={{ kind: audience.kind, tag: "", meant: { match: "all", rows: [] } }}
                isManager={loaderData.isManager}
              />
            ) : (
              <p>
                <ButtonLink
                  to={href("/messaging/campaigns/:campaignId/variables", { campaignId: campaign.id })}
                >
                  {m.common_next()}
                </ButtonLink>
              </p>
            )}
          </div>
        </Card>
      ) : (
        <AudienceForm {...loaderData} answer={actionData} />
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
