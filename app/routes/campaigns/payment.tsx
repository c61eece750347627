import { href } from "react-router";
import { campaignPaymentForm } from "#app/domain/sales/requests/schemas.ts";
import { requestLimits } from "#app/domain/sales/requests/words.ts";
import { Field, SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { FormActions } from "#app/ui/formActions.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldProps, problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/payment";

export const meta: Route.MetaFunction = () => [{ title: m.requests_campaign_title() }];

export const loader = ({ context, params: { campaignId } }: Route.LoaderArgs) =>
  pageApi(context)("GET /campaigns/:campaignId/payment", { campaignId });

export const action = formAction(
  campaignPaymentForm,
  async ({ typed, api }, { params: { campaignId } }: Route.ActionArgs) => {
    await api("PUT /campaigns/:campaignId/payment", { ...typed, campaignId });
    return done(href("/messaging/campaigns/:campaignId/review", { campaignId }), m.common_saved());
  },
);

/** What each recipient is asked to pay; the message shows it by its variables. */
export default function CampaignPayment({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, payment, fields, tills } = loaderData;
  const result = useLastAnswer(actionData)?.result;
  const back = href("/messaging/campaigns/:campaignId/review", params);
  const named = fields.map((field) => ({ value: field, label: field }));
  return (
    <>
      <PageHeader title={m.requests_campaign_title()} description={name} />
      <Card>
        <Form method="post" noValidate className="grid max-w-2xl gap-5">
          <ErrorSummary title={m.requests_settings_errors_title()} errors={problemsOf(result)} />
          <SelectField
            {...fieldProps(result, "field", payment?.field)}
            label={m.requests_campaign_field_label()}
            hint={m.requests_campaign_field_hint()}
            options={[{ value: "", label: m.requests_campaign_no_payment() }, ...named]}
          />
          <Field
            {...fieldProps(result, "reason", payment?.reason)}
            label={m.requests_form_reason_label()}
            autoComplete="off"
            maxLength={requestLimits.reason}
          />
          <SelectField
            {...fieldProps(result, "tillId", payment?.tillId ?? tills[0]?.id)}
            label={m.requests_till()}
            options={tills.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
          />
          <FormActions submitLabel={m.common_save_changes()} cancelTo={back} />
        </Form>
      </Card>
    </>
  );
}
