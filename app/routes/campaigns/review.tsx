import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href, Link, replace, useNavigation } from "react-router";
import { z } from "zod";
import { beyondLimit } from "#app/domain/messaging/campaigns/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { problemsOf } from "#app/web/fields.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/review";
import { DeliveryCard } from "./deliveryCard.tsx";
import { MessagePreview } from "./messagePreview.tsx";
import { QuoteCard } from "./quoteCard.tsx";
import { type WizardStep, WizardSteps } from "./wizardSteps.tsx";

/** A figure of the displayed quote. */
const seenFigure = z.coerce.number().int().min(0);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), maxTotalCents: seenFigure, seenRecipients: seenFigure }),
  z.object({ intent: z.literal("limit"), beyondLimit }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_review({ campaignName: loaderData?.campaign.name ?? m.common_campaign() }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, quote, preview] = await orThrowPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId }),
      api("POST /campaigns/:campaignId/quote", { campaignId }),
      api("POST /campaigns/:campaignId/preview", { campaignId }),
    ]),
  );
  if (campaign.status !== "draft") throw replace(`/messaging/campaigns/${campaignId}`);
  return { campaign, quote, preview };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    if (value.intent === "limit") {
      await api("PUT /campaigns/:campaignId/beyond-limit", { campaignId, beyondLimit: value.beyondLimit });
      return done(href("/messaging/campaigns/:campaignId/review", { campaignId }), m.campaigns_saved());
    }
    const { maxTotalCents, seenRecipients } = value;
    const start = { campaignId, maxTotalCents, seenRecipients };
    const { status } = await api("POST /campaigns/:campaignId/start", start);
    const text =
      status === "scheduled"
        ? m.campaigns_the_campaign_is_scheduled()
        : m.campaigns_the_campaign_is_on_its_way();
    return replace(`/messaging/campaigns/${campaignId}`, { headers: withToast({ kind: "success", text }) });
  },
);

export default function CampaignReview({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, quote, preview } = loaderData;
  const busy = useNavigation().state === "submitting";
  const { price } = quote;
  const { scheduledFor } = campaign;
  const ready = quote.obstacles.length === 0 && price.missingCents === 0;
  const change = (step: WizardStep, label: string, verb = m.common_change()) => (
    <Link
      className="link text-sm"
      aria-label={label}
      to={href(`/messaging/campaigns/:campaignId/${step}`, { campaignId: campaign.id })}
    >
      {verb}
    </Link>
  );
  const summary = [
    {
      term: m.common_template(),
      value: (
        <Pair>
          {campaign.template?.name ?? m.campaigns_deleted()} {change("setup", m.campaigns_the_template())}
        </Pair>
      ),
    },
    {
      term: m.campaigns_sent_from(),
      value: (
        <Pair>
          {campaign.number.displayPhoneNumber || m.common_disconnected()}{" "}
          {change("setup", m.campaigns_the_number())}
        </Pair>
      ),
    },
    {
      term: m.campaigns_audience_2(),
      value: (
        <Pair>
          {campaign.audienceText}{" "}
          {campaign.audience.kind === "none"
            ? change("audience", m.campaigns_choose_audience(), m.common_choose())
            : change("audience", m.campaigns_the_audience())}
        </Pair>
      ),
    },
    ...(campaign.template && campaign.template.variables.length > 0
      ? [
          {
            term: m.campaigns_variables(),
            value: (
              <>
                <Pair>
                  <ParaglideMessage
                    message={m.campaigns_of_filled_in}
                    inputs={{ count: Object.keys(campaign.variables).length }}
                    markup={{ count2: () => <>{campaign.template?.variables.length}</> }}
                  />{" "}
                  {change("variables", m.campaigns_the_variables())}
                </Pair>
                <Fallbacks fallbacks={quote.fallbacks} variables={campaign.template.variables} />
              </>
            ),
          },
        ]
      : []),
    {
      term: m.campaigns_time(),
      value: (
        <Pair>
          {scheduledFor ? <Time value={scheduledFor} /> : m.campaigns_when_you_confirm()}{" "}
          {change("schedule", m.campaigns_the_time())}
        </Pair>
      ),
    },
  ];
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} description={m.campaigns_check_everything_nothing_has_been_sent()} />
      <WizardSteps current="review" campaign={campaign} />
      <div className="grid gap-6">
        <ErrorSummary
          title={m.campaigns_the_campaign_was_not_started()}
          errors={problemsOf(actionData?.result)}
        />
        {quote.obstacles.length > 0 && (
          <Notice tone="bad" title={m.campaigns_this_cant_be_sent_yet()}>
            <ul className="mt-1 list-disc pl-5">
              {quote.obstacles.map((obstacle) => (
                <li key={obstacle.code}>{obstacle.message}</li>
              ))}
            </ul>
          </Notice>
        )}
        {price.missingCents > 0 && (
          <Notice tone="warn" title={m.campaigns_you_need_more({ missing: formatKes(price.missingCents) })}>
            <p className="mb-3">{m.campaigns_top_up_your_wallet_then_come()}</p>
            <ButtonLink
              to={`${href("/billing")}?${new URLSearchParams({ from: href("/messaging/campaigns/:campaignId/review", { campaignId: campaign.id }) })}`}
            >
              {m.common_top_up_the_wallet()}
            </ButtonLink>
          </Notice>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <QuoteCard quote={quote} />
            {quote.delivery && <DeliveryCard delivery={quote.delivery} beyondLimit={campaign.beyondLimit} />}
            <Form method="post" className="row-actions">
              <input type="hidden" name="maxTotalCents" value={price.totalCents} />
              <input type="hidden" name="seenRecipients" value={price.messages} />
              {ready && (
                <Button name="intent" value="start" disabled={busy} className="min-h-14 px-8 text-lg">
                  {busy
                    ? m.campaigns_starting()
                    : scheduledFor
                      ? m.campaigns_schedule()
                      : m.campaigns_send_now()}
                </Button>
              )}
              <ButtonLink
                variant="secondary"
                to={href("/messaging/campaigns/:campaignId/test", { campaignId: campaign.id })}
              >
                {m.campaigns_send_a_test()}
              </ButtonLink>
              <ButtonLink variant="quiet" to={href("/messaging")}>
                {m.campaigns_finish_later()}
              </ButtonLink>
              <ButtonLink
                variant="quiet"
                to={href("/messaging/campaigns/:campaignId/delete", { campaignId: campaign.id })}
              >
                {m.campaigns_delete_draft()}
              </ButtonLink>
            </Form>
          </div>
          <div className="grid gap-6">
            <Card title={m.campaigns_the_campaign_2()}>
              <DescriptionList items={summary} />
            </Card>
            <MessagePreview
              message={preview.message}
              caption={
                preview.contact
                  ? m.campaigns_what_gets({ contact: preview.contact })
                  : m.campaigns_what_people_get()
              }
            />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The number of recipients who get the fallback of a variable. */
function Fallbacks({
  fallbacks,
  variables,
}: {
  fallbacks: Route.ComponentProps["loaderData"]["quote"]["fallbacks"];
  variables: { key: string; label: string }[];
}) {
  if (fallbacks.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1 font-normal text-muted text-sm">
      {fallbacks.map(({ key, fallback, people }) => (
        <li key={key}>
          {variables.find((variable) => variable.key === key)?.label ?? key}:{" "}
          {people === 0
            ? m.campaigns_nobody_gets_the_fallback()
            : m.campaigns_the_fallback({
                count: people,
                shown: formatCount(people),
                fallback,
              })}
        </li>
      ))}
    </ul>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-baseline justify-between gap-x-4">{children}</span>;
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
