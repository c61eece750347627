import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { href, replace } from "react-router";
import { z } from "zod";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldValue, problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/test";
import { MessagePreview } from "./messagePreview.tsx";

const schema = z.object({
  phones: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z
      .array(z.string().max(40))
      .min(1, { error: () => m.campaigns_test_choose_number_error() })
      .max(11),
  ),
  consent: z.literal("on").optional(),
  key: formKey,
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_test_page_title({ campaignName: loaderData.campaign.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [campaign, choices, preview] = await Promise.all([
    api("GET /campaigns/:campaignId", { campaignId }),
    api("GET /campaigns/:campaignId/test", { campaignId }),
    api("POST /campaigns/:campaignId/preview", { campaignId }),
  ]);
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return { campaign, choices, preview, key: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    const { phones, consent, key } = value;
    const { sent } = await api("POST /campaigns/:campaignId/test", {
      campaignId,
      phones,
      consent: consent === "on",
      key,
    });
    return done(
      href("/messaging/campaigns/:campaignId/review", { campaignId }),
      m.campaigns_test_sent_done({
        phones: counted(m.counts_phones, sent),
      }),
    );
  },
);

export default function CampaignTest({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, choices, preview, key } = loaderData;
  const result = actionData?.result;
  const back = href("/messaging/campaigns/:campaignId/review", { campaignId: campaign.id });
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        title={m.campaigns_test_title({ campaignName: campaign.name })}
        description={m.campaigns_test_lead()}
      />
      {choices.phones.length === 0 ? (
        <EmptyState
          title={m.campaigns_test_no_test_numbers_yet_title()}
          action={
            <ButtonLink to={href("/settings/sending")}>{m.campaigns_test_add_test_numbers_link()}</ButtonLink>
          }
        >
          {m.campaigns_test_empty()}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
          <Card title={m.campaigns_test_which_phones_title()}>
            <Form method="post" noValidate className="grid gap-5">
              <ErrorSummary title={m.campaigns_test_errors_title()} errors={problemsOf(result)} />
              <input type="hidden" name="key" value={fieldValue(result, "key", key)} />
              <PhoneChoices phones={choices.phones} error={fieldError(result, "phones")} />
              {campaign.template?.category === "MARKETING" && (
                <CheckboxField
                  label={m.campaigns_test_consent_label()}
                  name="consent"
                  value="on"
                  hint={m.campaigns_test_consent_hint()}
                />
              )}
              <p className="hint">
                {choices.priceCents === 0
                  ? m.campaigns_test_included_text()
                  : m.campaigns_test_price_text({ price: formatKes(choices.priceCents) })}{" "}
                {campaign.template && messagePriceText(choices.messagePrice, campaign.template.category)}{" "}
                <a className="link" href={href("/settings/sending")}>
                  {m.campaigns_test_change_test_numbers_link()}
                </a>
              </p>
              <p className="row-actions">
                <Button>{m.campaigns_test_send_test_button()}</Button>
                <ButtonLink variant="quiet" to={back}>
                  {m.common_back()}
                </ButtonLink>
              </p>
            </Form>
          </Card>
          <MessagePreview preview={preview} isAnonymous />
        </div>
      )}
    </div>
  );
}

type Phones = Route.ComponentProps["loaderData"]["choices"]["phones"];

function PhoneChoices({ phones, error }: { phones: Phones; error: string | undefined }) {
  return (
    <fieldset className="field" id="phones" aria-describedby={error ? "phones-error" : undefined}>
      <legend className="label">{m.campaigns_test_send_to()}</legend>
      {phones.map(({ phone, name, isOwn }, index) => (
        <label className="choice" key={phone}>
          <input type="checkbox" name="phones" value={phone} defaultChecked={index === 0} />
          <span className="wrap-anywhere">
            {isOwn || name ? (
              <ParaglideMessage
                message={m.campaigns_test_phone_with_name}
                inputs={{ name: isOwn ? m.campaigns_test_your_own() : name }}
                markup={{ phone: () => <Phone value={phone} /> }}
              />
            ) : (
              <Phone value={phone} />
            )}
          </span>
        </label>
      ))}
      {error && (
        <p className="error" id="phones-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
