import { href, replace } from "react-router";
import { z } from "zod";
import { idempotencyKey } from "#app/domain/messaging/campaigns/schemas.ts";
import { messagePriceText } from "#app/domain/money/messagePrice/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { fieldError, fieldValue, problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/test";
import { MessagePreview } from "./messagePreview.tsx";

const schema = z.object({
  phones: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z
      .array(z.string().max(40))
      .min(1, { error: () => m.campaigns_choose_a_number() })
      .max(11),
  ),
  consent: z.literal("on").optional(),
  key: idempotencyKey,
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_send_a_test_2({ campaignName: loaderData?.campaign.name ?? m.common_campaign() }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, choices, preview] = await orThrowPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId }),
      api("GET /campaigns/:campaignId/test", { campaignId }),
      api("POST /campaigns/:campaignId/preview", { campaignId }),
    ]),
  );
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${campaignId}`);
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
      m.campaigns_the_test_is_on_its_way({
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
        title={m.campaigns_send_a_test_of({ campaignName: campaign.name })}
        description={m.campaigns_to_phones_of_your_own_people()}
      />
      {choices.phones.length === 0 ? (
        <EmptyState
          title={m.campaigns_no_number_to_send_to_yet()}
          action={<ButtonLink to={href("/settings/sending")}>{m.campaigns_add_test_numbers()}</ButtonLink>}
        >
          {m.campaigns_tests_go_to_the_phone_of()}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
          <Card title={m.campaigns_which_phones()}>
            <Form method="post" noValidate className="grid gap-5">
              <ErrorSummary title={m.campaigns_the_test_was_not_sent()} errors={problemsOf(result)} />
              <input type="hidden" name="key" value={fieldValue(result, "key", key)} />
              <PhoneChoices phones={choices.phones} error={fieldError(result, "phones")} />
              {campaign.template?.category === "MARKETING" && (
                <CheckboxField
                  label={m.campaigns_these_people_agreed_to_get_marketing()}
                  name="consent"
                  value="on"
                  hint={m.campaigns_marketing_goes_to_nobody_who_has()}
                />
              )}
              <p className="hint">
                {choices.priceCents === 0
                  ? m.campaigns_covered_by_the_messages_that_your()
                  : m.campaigns_costs_for_each_phone_as_every({ price: formatKes(choices.priceCents) })}{" "}
                {campaign.template && messagePriceText(choices.messagePrice, campaign.template.category)}{" "}
                <a className="link" href={href("/settings/sending")}>
                  {m.campaigns_change_the_test_numbers()}
                </a>
              </p>
              <p className="row-actions">
                <Button>{m.campaigns_send_the_test()}</Button>
                <ButtonLink variant="quiet" to={back}>
                  {m.common_back()}
                </ButtonLink>
              </p>
            </Form>
          </Card>
          <MessagePreview message={preview.message} caption={m.campaigns_what_people_get()} />
        </div>
      )}
    </div>
  );
}

type Phones = Route.ComponentProps["loaderData"]["choices"]["phones"];

function PhoneChoices({ phones, error }: { phones: Phones; error: string | undefined }) {
  return (
    <fieldset className="field" id="phones" aria-describedby={error ? "phones-error" : undefined}>
      <legend className="label">{m.campaigns_send_it_to()}</legend>
      {phones.map(({ phone, name, isOwn }, index) => (
        <label className="choice" key={phone}>
          <input type="checkbox" name="phones" value={phone} defaultChecked={index === 0} />
          <span className="wrap-anywhere">
            <Phone value={phone} /> {isOwn ? m.campaigns_your_own() : name && `(${name})`}
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

export { ScreenError as ErrorBoundary };
