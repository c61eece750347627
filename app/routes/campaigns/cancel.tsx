import { href, replace } from "react-router";
import { countOf } from "#app/platform/counts.ts";
import { ConfirmPage } from "#app/ui/confirmPage.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction, noFields } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/cancel";

const messages = (count: number) => countOf(count, "message");

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Cancel ${loaderData?.campaign.name ?? "the campaign"}?` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orErrorPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
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
      ? `The campaign is cancelled; ${messages(cancelledMessages)} will not be sent.`
      : "The campaign is cancelled.",
  );
});

export default function CampaignCancel({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  const { queued } = campaign.counts;
  // No figure that is out of date before it is read.
  const isSending = campaign.status === "sending" || campaign.status === "preparing";
  const isUntouched = !isSending && queued === 0 && campaign.sent === 0;
  const beforeItsTime = campaign.status === "scheduled" ? " if you confirm before its time" : "";
  return (
    <ConfirmPage
      title={`Cancel “${campaign.name}”?`}
      answer={actionData}
      confirm={{ label: "Yes, cancel it" }}
      keep={{
        label: "No, go back",
        to: href("/messaging/campaigns/:campaignId", { campaignId: campaign.id }),
      }}
    >
      <ul className="grid list-disc gap-1 pl-5">
        {isUntouched && <li>Nothing has been sent yet, and nothing will be{beforeItsTime}.</li>}
        {isSending ? (
          <>
            <li>It is being sent now. Messages that have not left when you confirm will not be sent.</li>
            <li>Messages that WhatsApp has accepted can't be recalled.</li>
          </>
        ) : (
          <>
            {queued > 0 && <li>{messages(queued)} still waiting will not be sent.</li>}
            {campaign.sent > 0 && (
              <li>{messages(campaign.sent)} that WhatsApp has taken can't be called back.</li>
            )}
          </>
        )}
        <li>The money for unsent messages is released to your wallet.</li>
        <li>A cancelled campaign can't be resumed.</li>
      </ul>
    </ConfirmPage>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
