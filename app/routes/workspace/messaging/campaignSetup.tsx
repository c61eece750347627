import { redirect, replace } from "react-router";
import { z } from "zod";
import { campaignName, phoneNumberId, templateId } from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { errorAt, problemsOf, typedOr } from "#app/ui/messaging/problems.ts";
import { missingSender, SenderFields } from "#app/ui/messaging/senderFields.tsx";
import { WizardSteps } from "#app/ui/messaging/wizardSteps.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignSetup";

const schema = z.object({ name: campaignName, templateId, phoneNumberId });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Message` },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, { templates }, { numbers }] = await orErrorPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId: params.campaignId }),
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
    ]),
  );
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${params.campaignId}`);
  return { campaign, templates, numbers };
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  try {
    await context.get(apiContext)("PUT /campaigns/:campaignId", { campaignId, ...submission.value });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/messaging/campaigns/${campaignId}/audience`);
}

export default function CampaignSetup({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign } = loaderData;
  const result = actionData?.result;
  const missing = missingSender(loaderData);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} description="Nothing is sent before you have seen the price." />
      <WizardSteps current="setup" campaign={campaign} />
      {missing ?? (
        <Card title="What do you send?">
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <Field
              label="Campaign name"
              name="name"
              required
              maxLength={100}
              autoComplete="off"
              defaultValue={typedOr(result, "name", campaign.name)}
              error={errorAt(result, "name")}
              hint="Only your team sees it."
            />
            <SenderFields
              templates={loaderData.templates}
              numbers={loaderData.numbers}
              chosen={{
                templateId: campaign.template?.id ?? "",
                phoneNumberId: campaign.number.phoneNumberId,
              }}
              result={result}
            />
            <p className="row-actions">
              <Button>Next: audience</Button>
              <ButtonLink variant="quiet" to="/messaging">
                Finish later
              </ButtonLink>
            </p>
          </Form>
        </Card>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
