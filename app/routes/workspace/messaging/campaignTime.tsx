import { redirect, replace } from "react-router";
import { z } from "zod";
import { timeOfSending } from "#app/domain/campaigns/schemas.ts";
import { mayWait } from "#app/domain/campaigns/words.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { toNairobiInput } from "#app/shared/nairobiTime.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { problemsOf } from "#app/ui/messaging/problems.ts";
import { TimeField } from "#app/ui/messaging/timeField.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignTime";

const schema = z.object({ scheduledFor: timeOfSending });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Change the time` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orErrorPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
  const { status, scheduledFor } = campaign;
  if (!scheduledFor || !mayWait(status)) throw replace(`/messaging/campaigns/${campaignId}`);
  return {
    campaign,
    stored: toNairobiInput(new Date(scheduledFor)),
    earliest: toNairobiInput(new Date()),
  };
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("POST /campaigns/:campaignId/reschedule", {
      campaignId,
      scheduledFor: submission.value.scheduledFor,
    });
  } catch (error) {
    return refuse(submission, error);
  }
  const toast = withToast({ kind: "success", text: "The time is changed." });
  return redirect(`/messaging/campaigns/${campaignId}`, { headers: toast });
}

export default function CampaignTime({
  loaderData: { campaign, stored, earliest },
  actionData,
}: Route.ComponentProps) {
  const result = actionData?.result;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={`Change the time of “${campaign.name}”`}
        description="The price and the money set aside stay as they are."
      />
      <Card>
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title="The time was not changed" errors={problemsOf(result)} />
          <TimeField result={result} stored={stored} earliest={earliest} required />
          <p className="row-actions">
            <Button>Change the time</Button>
            <ButtonLink variant="quiet" to={`/messaging/campaigns/${campaign.id}`}>
              Leave it
            </ButtonLink>
          </p>
        </Form>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
