import { redirect, replace } from "react-router";
import { z } from "zod";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { problemsOf } from "#app/ui/messaging/problems.ts";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignDelete";

const schema = z.object({});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Delete ${loaderData?.campaign.name ?? "the draft"}?` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const campaign = await orErrorPage(context.get(apiContext)("GET /campaigns/:campaignId", { campaignId }));
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${campaignId}`);
  return { campaign };
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("DELETE /campaigns/:campaignId", { campaignId });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect("/messaging", { headers: withToast({ kind: "success", text: "The draft is deleted." }) });
}

export default function CampaignDelete({ loaderData: { campaign }, actionData }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={`Delete “${campaign.name}”?`} />
      <Card>
        <div className="grid gap-5">
          <ErrorSummary title="That did not work" errors={problemsOf(actionData?.result)} />
          <p>Nothing of it was sent and nothing was paid. A deleted draft does not come back.</p>
          <Form method="post" className="row-actions">
            <Button variant="danger">Delete draft</Button>
            <ButtonLink variant="secondary" to={`/messaging/campaigns/${campaign.id}/review`}>
              Keep it
            </ButtonLink>
          </Form>
        </div>
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
