import { redirect, replace } from "react-router";
import { z } from "zod";
import { audienceKind, audienceTag, pastedNumbers } from "#app/domain/campaigns/schemas.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { AudienceFields } from "#app/ui/messaging/audienceFields.tsx";
import { problemsOf } from "#app/ui/messaging/problems.ts";
import { WizardSteps } from "#app/ui/messaging/wizardSteps.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import type { Route } from "./+types/campaignAudience";

const schema = z.object({
  kind: audienceKind,
  tag: audienceTag.optional(),
  numbers: pastedNumbers.optional(),
  consent: z.literal("on").optional(),
  intent: z.enum(["next", "skip-invalid"]).default("next"),
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Audience` },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, choices] = await orErrorPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId: params.campaignId }),
      api("GET /campaigns/choices", {}),
    ]),
  );
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${params.campaignId}`);
  return { campaign, choices };
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { kind, tag, numbers, consent, intent } = submission.value;
  try {
    await context.get(apiContext)("PUT /campaigns/:campaignId/audience", {
      campaignId,
      kind,
      tag,
      numbers,
      consent: consent === "on",
      skipInvalid: intent === "skip-invalid",
    });
  } catch (error) {
    return refuse(submission, error);
  }
  return redirect(`/messaging/campaigns/${campaignId}/variables`);
}

export default function CampaignAudience({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, choices } = loaderData;
  const { audience } = campaign;
  const result = actionData?.result;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="audience" campaign={campaign} />
      <Card title="Audience">
        {audience.kind === "failed_of" ? (
          <div className="grid gap-5">
            <Notice tone="info" title="A retry">
              This campaign goes to the failed recipients of another one whose failure may pass.
            </Notice>
            <p>
              <ButtonLink to={`/messaging/campaigns/${campaign.id}/variables`}>Next</ButtonLink>
            </p>
          </div>
        ) : (
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            {campaign.template?.category === "MARKETING" && (
              <Notice tone="info" title="This is marketing">
                It goes only to people who agreed to marketing and did not opt out. The review shows how many
                are left out.
              </Notice>
            )}
            <AudienceFields
              choices={choices}
              chosen={{
                kind: audience.kind === "none" ? "all" : audience.kind,
                tag: audience.kind === "tag" ? audience.tag : "",
                numbers: audience.kind === "numbers" ? audience.numbers.join("\n") : "",
              }}
              result={result}
            />
            <p className="row-actions">
              <Button name="intent" value="next">
                Next
              </Button>
              <ButtonLink variant="quiet" to="/messaging">
                Finish later
              </ButtonLink>
            </p>
          </Form>
        )}
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
