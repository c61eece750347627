import { href, redirect, replace } from "react-router";
import { z } from "zod";
import { timeOfSending } from "#app/domain/messaging/campaigns/schemas.ts";
import { mayWait } from "#app/domain/messaging/campaigns/words.ts";
import { toNairobiInput } from "#app/platform/time/nairobiTime.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/time";
import { TimeField } from "./timeField.tsx";

const schema = z.object({ scheduledFor: timeOfSending });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_time_page_title({ campaignName: loaderData.campaign.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await pageApi(context)("GET /campaigns/:campaignId", { campaignId });
  const { status, scheduledFor } = campaign;
  if (!scheduledFor || !mayWait(status))
    throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return {
    campaign,
    stored: toNairobiInput(new Date(scheduledFor)),
    earliest: toNairobiInput(new Date()),
  };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    await api("POST /campaigns/:campaignId/reschedule", {
      campaignId,
      scheduledFor: value.scheduledFor,
    });
    const toast = withToast({ kind: "success", text: m.campaigns_time_changed_text() });
    return redirect(href("/messaging/campaigns/:campaignId", { campaignId }), { headers: toast });
  },
);

export default function CampaignTime({
  loaderData: { campaign, stored, earliest },
  actionData,
}: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={m.campaigns_time_title({ campaignName: campaign.name })}
        description={m.campaigns_time_lead()}
      />
      <Card>
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={m.campaigns_time_errors_title()} errors={problemsOf(result)} />
          <TimeField result={result} stored={stored} earliest={earliest} required />
          <p className="row-actions">
            <Button>{m.campaigns_change_time()}</Button>
            <ButtonLink
              variant="quiet"
              to={href("/messaging/campaigns/:campaignId", { campaignId: campaign.id })}
            >
              {m.campaigns_time_keep_time_link()}
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </div>
  );
}
