import { href, redirect, replace } from "react-router";
import { z } from "zod";
import { campaignName, phoneNumberId, templateId } from "#app/domain/messaging/campaigns/schemas.ts";
import { Field } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/setup";
import { missingSender, SenderFields } from "./senderFields.tsx";
import { WizardFooter, WizardSteps } from "./wizardSteps.tsx";

const schema = z.object({ name: campaignName, templateId, phoneNumberId });

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_setup_page_title({ campaignName: loaderData?.campaign.name ?? m.common_campaign() }) },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, { templates }, { numbers }] = await orThrowPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId: params.campaignId }),
      api("GET /templates", { status: "approved", pageSize: 100 }),
      api("GET /whatsapp/numbers", {}),
    ]),
  );
  if (campaign.status !== "draft")
    throw replace(href("/messaging/campaigns/:campaignId", { campaignId: params.campaignId }));
  return { campaign, templates, numbers };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    await api("PUT /campaigns/:campaignId", { campaignId, ...value });
    return redirect(href("/messaging/campaigns/:campaignId/audience", { campaignId }));
  },
);

export default function CampaignSetup({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign } = loaderData;
  const result = actionData?.result;
  const missing = missingSender(loaderData);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title={campaign.name} description={m.campaigns_price_before_sending_text()} />
      <WizardSteps current="setup" campaign={campaign} />
      {missing ?? (
        <Card title={m.campaigns_setup_choose_message_title()}>
          <Form method="post" noValidate className="grid gap-5">
            <ErrorSummary errors={problemsOf(result)} />
            <Field
              {...fieldProps(result, "name", campaign.name)}
              label={m.campaigns_name_label()}
              required
              maxLength={100}
              autoComplete="off"
              hint={m.campaigns_name_hint()}
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
            <WizardFooter next={m.campaigns_next_audience_next()} />
          </Form>
        </Card>
      )}
    </div>
  );
}

export { ScreenError as ErrorBoundary };
