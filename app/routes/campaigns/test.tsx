import { href, replace } from "react-router";
import { z } from "zod";
import { idempotencyKey } from "#app/domain/messaging/campaigns/schemas.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { Phone } from "#app/ui/phone.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { errorAt, problemsOf, typedOr } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import type { Route } from "./+types/test";
import { MessagePreview } from "./messagePreview.tsx";

const schema = z.object({
  phones: z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(z.string().max(40)).min(1, "Choose a number").max(11),
  ),
  consent: z.literal("on").optional(),
  key: idempotencyKey,
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Send a test` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, choices, preview] = await orErrorPage(
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
      `The test is on its way to ${countOf(sent, "phone")}.`,
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
        title={`Send a test of “${campaign.name}”`}
        description="To phones of your own people. It is not counted in the campaign."
      />
      {choices.phones.length === 0 ? (
        <EmptyState
          title="No number to send to yet"
          action={<ButtonLink to={href("/settings/sending")}>Add test numbers</ButtonLink>}
        >
          Tests go to the phone of your profile and to your organisation’s test numbers.
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
          <Card title="Which phones?">
            <Form method="post" noValidate className="grid gap-5">
              <ErrorSummary title="The test was not sent" errors={problemsOf(result)} />
              <input type="hidden" name="key" value={typedOr(result, "key", key)} />
              <PhoneChoices phones={choices.phones} error={errorAt(result, "phones")} />
              {campaign.template?.category === "MARKETING" && (
                <CheckboxField
                  label="These people agreed to get marketing from us"
                  name="consent"
                  value="on"
                  hint="Marketing goes to nobody who has not agreed, in a test neither. Noted with each contact."
                />
              )}
              <p className="hint">
                {choices.priceCents === 0
                  ? "Covered by the messages that your plan includes."
                  : `Costs ${formatKes(choices.priceCents)} for each phone, as every message.`}{" "}
                <a className="link" href={href("/settings/sending")}>
                  Change the test numbers
                </a>
              </p>
              <p className="row-actions">
                <Button>Send the test</Button>
                <ButtonLink variant="quiet" to={back}>
                  Back
                </ButtonLink>
              </p>
            </Form>
          </Card>
          <MessagePreview message={preview.message} caption="What people get" />
        </div>
      )}
    </div>
  );
}

type Phones = Route.ComponentProps["loaderData"]["choices"]["phones"];

function PhoneChoices({ phones, error }: { phones: Phones; error: string | undefined }) {
  return (
    <fieldset className="field" id="phones" aria-describedby={error ? "phones-error" : undefined}>
      <legend className="label">Send it to</legend>
      {phones.map(({ phone, name, isOwn }, index) => (
        <label className="choice" key={phone}>
          <input type="checkbox" name="phones" value={phone} defaultChecked={index === 0} />
          <span className="wrap-anywhere">
            <Phone value={phone} /> {isOwn ? "(your own)" : name && `(${name})`}
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
