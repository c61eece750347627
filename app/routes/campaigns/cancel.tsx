import { href, replace } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/cancel";

const messages = (count: number) => counted(m.counts_messages, count);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_cancel({ campaignName: loaderData?.campaign.name ?? m.campaigns_the_campaign() }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orThrowPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
  if (campaign.status === "completed" || campaign.status === "cancelled")
    throw replace(`/messaging/campaigns/${campaignId}`);
  if (campaign.status === "draft") throw replace(`/messaging/campaigns/${campaignId}/delete`);
  return { campaign };
}

export const action = formAction(noFields, async ({ api }, { params: { campaignId } }: Route.ActionArgs) => {
  const { cancelledMessages, inSender } = await api("POST /campaigns/:campaignId/cancel", { campaignId });
  const isKnown = cancelledMessages > 0 && inSender === 0;
  return done(
    href("/messaging/campaigns/:campaignId", { campaignId }),
    isKnown
      ? m.campaigns_the_campaign_is_cancelled_will_not({ cancelledMessages: messages(cancelledMessages) })
      : m.campaigns_the_campaign_is_cancelled(),
  );
});

export default function CampaignCancel({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const { queued } = campaign.counts;
  // Figures would be out of date before they are read.
  const isSending = campaign.status === "sending" || campaign.status === "preparing";
  const isUntouched = !isSending && queued === 0 && campaign.sent === 0;
  return (
    <ConfirmPage
      title={m.campaigns_cancel_2({ campaignName: campaign.name })}
      answer={actionData}
      confirm={{ label: m.campaigns_yes_cancel_it() }}
      keep={{
        label: m.campaigns_no_go_back(),
        to: href("/messaging/campaigns/:campaignId", { campaignId: campaign.id }),
      }}
    >
      <ul className="grid list-disc gap-1 pl-5">
        {isUntouched && (
          <li>
            {campaign.status === "scheduled"
              ? m.campaigns_if_you_confirm_before_its_time()
              : m.campaigns_nothing_has_been_sent_yet_and()}
          </li>
        )}
        {isSending ? (
          <>
            <li>{m.campaigns_it_is_being_sent_now_messages()}</li>
            <li>{m.campaigns_messages_that_whatsapp_has_accepted_cant()}</li>
          </>
        ) : (
          <>
            {queued > 0 && (
              <li>{m.campaigns_still_waiting_will_not_be_sent({ queued: messages(queued) })}</li>
            )}
            {campaign.sent > 0 && (
              <li>{m.campaigns_that_whatsapp_has_taken_cant_be({ sent: messages(campaign.sent) })}</li>
            )}
          </>
        )}
        <li>{m.campaigns_the_money_for_unsent_messages_is()}</li>
        <li>{m.campaigns_a_cancelled_campaign_cant_be_resumed()}</li>
      </ul>
    </ConfirmPage>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
