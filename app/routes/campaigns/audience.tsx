import { href, redirect, replace } from "react-router";
import { z } from "zod";
import { audienceKind, audienceTag, pastedNumbers } from "#app/domain/messaging/campaigns/schemas.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { problemsOf } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/audience";
import { AudienceFields } from "./audienceFields.tsx";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

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

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    const { kind, tag, numbers, consent, intent } = value;
    await api("PUT /campaigns/:campaignId/audience", {
      campaignId,
      kind,
      tag,
      numbers,
      consent: consent === "on",
      skipInvalid: intent === "skip-invalid",
    });
    return redirect(href("/messaging/campaigns/:campaignId/variables", { campaignId }));
  },
);

export default function CampaignAudience({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, choices } = loaderData;
  const { audience } = campaign;
  const result = actionData?.result;
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} />
      <WizardSteps current="audience" campaign={campaign} />
      <Card title="Audience">
        {audience.kind === "failed_of" || audience.kind === "follow_up" ? (
          <div className="grid gap-5">
            <Notice tone="info" title={audience.kind === "failed_of" ? "A retry" : "A follow-up"}>
              {campaign.audienceText}. They are counted again when it is sent.
            </Notice>
            <p>
              <ButtonLink
                to={href("/messaging/campaigns/:campaignId/variables", { campaignId: campaign.id })}
              >
                Next
              </ButtonLink>
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
            <WizardFooter next="Next" intent="next" />
          </Form>
        )}
      </Card>
    </div>
  );
}

export { ScreenError as ErrorBoundary };
