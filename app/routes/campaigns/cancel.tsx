import { href, replace } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cancel";

const messages = (count: number) => counted(m.counts_messages, count);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_cancel_page_title({ campaignName: loaderData.campaign.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await pageApi(context)("GET /campaigns/:campaignId", { campaignId });
  if (campaign.status === "completed" || campaign.status === "cancelled")
    throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  if (campaign.status === "draft")
    throw replace(href("/messaging/campaigns/:campaignId/delete", { campaignId }));
  return { campaign };
}

export const action = formAction(noFields, async ({ api }, { params: { campaignId } }: Route.ActionArgs) => {
  const { cancelledMessages, inSender } = await api("POST /campaigns/:campaignId/cancel", { campaignId });
  const isKnown = cancelledMessages > 0 && inSender === 0;
  return done(
    href("/messaging/campaigns/:campaignId", { campaignId }),
    isKnown
      ? m.campaigns_cancel_cancelled_count_done({ cancelledMessages: messages(cancelledMessages) })
      : m.campaigns_cancel_cancelled_done(),
  );
});

export default function CampaignCancel({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const { queued } = campaign.counts;
  // Figures would be out of date before they are read.
  const isSending = campaign.status === "sending" || campaign.status === "preparing";
  const isUntouched = !isSending && queued === 0 && campaign.sent === 0;
  return (
    <ConfirmPage
      title={m.campaigns_cancel_title({ campaignName: campaign.name })}
      answer={actionData}
      confirm={{ label: m.campaigns_cancel_campaign() }}
      keep={{
        label: m.campaigns_cancel_keep_campaign(),
        to: href("/messaging/campaigns/:campaignId", { campaignId: campaign.id }),
      }}
    >
      <ul className="grid list-disc gap-1 pl-5">
        {isUntouched && (
          <li>
            {campaign.status === "scheduled"
              ? m.campaigns_cancel_scheduled_text()
              : m.campaigns_cancel_unsent_text()}
          </li>
        )}
        {isSending ? (
          <>
            <li>{m.campaigns_cancel_sending_text()}</li>
            <li>{m.campaigns_cancel_accepted_text()}</li>
          </>
        ) : (
          <>
            {queued > 0 && <li>{m.campaigns_cancel_queued_text({ queued: messages(queued) })}</li>}
            {campaign.sent > 0 && <li>{m.campaigns_cancel_sent_text({ sent: messages(campaign.sent) })}</li>}
          </>
        )}
        <li>{m.campaigns_cancel_money_text()}</li>
        <li>{m.campaigns_cancel_final_text()}</li>
      </ul>
    </ConfirmPage>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
