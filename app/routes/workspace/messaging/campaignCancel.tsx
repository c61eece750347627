import { redirect, replace } from "react-router";
import { ApiError } from "#app/api/client.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { countOf } from "#app/shared/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignCancel";

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

export async function action({ context, params: { campaignId } }: Route.ActionArgs) {
  const page = `/messaging/campaigns/${campaignId}`;
  try {
    const { cancelledMessages, inSender } = await context.get(apiContext)(
      "POST /campaigns/:campaignId/cancel",
      {
        campaignId,
      },
    );
    const text =
      cancelledMessages > 0 && inSender === 0
        ? `The campaign is cancelled; ${messages(cancelledMessages)} will not be sent.`
        : "The campaign is cancelled.";
    return redirect(page, { headers: withToast({ kind: "success", text }) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return redirect(page, { headers: withToast({ kind: "error", text: error.message }) });
  }
}

export default function CampaignCancel({ loaderData: { campaign } }: Route.ComponentProps) {
  const { queued } = campaign.counts;
  // No figure that is out of date before it is read.
  const isSending = campaign.status === "sending" || campaign.status === "preparing";
  const isUntouched = !isSending && queued === 0 && campaign.sent === 0;
  const beforeItsTime = campaign.status === "scheduled" ? " if you confirm before its time" : "";
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={`Cancel “${campaign.name}”?`} />
      <Card>
        <div className="grid gap-5">
          <ul className="grid list-disc gap-1 pl-5">
            {isUntouched && <li>Nothing has been sent yet, and nothing will be{beforeItsTime}.</li>}
            {isSending ? (
              <>
                <li>It is being sent at this moment. What has not left when you confirm will not be sent.</li>
                <li>What WhatsApp has taken can't be called back.</li>
              </>
            ) : (
              <>
                {queued > 0 && <li>{messages(queued)} still waiting will not be sent.</li>}
                {campaign.sent > 0 && (
                  <li>{messages(campaign.sent)} that WhatsApp has taken can't be called back.</li>
                )}
              </>
            )}
            <li>The money of what is not sent comes back to your wallet.</li>
            <li>A cancelled campaign can't be taken up again.</li>
          </ul>
          <Form method="post" className="row-actions">
            <Button variant="danger">Yes, cancel it</Button>
            <ButtonLink variant="secondary" to={`/messaging/campaigns/${campaign.id}`}>
              No, go back
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
