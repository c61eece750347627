import { ParaglideMessage } from "@inlang/paraglide-js-react";
import type { ReactNode } from "react";
import { href, Link, replace, useNavigation } from "react-router";
import { z } from "zod";
import { beyondLimit } from "#app/domain/messaging/campaigns/schemas.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { labelled } from "#app/platform/text/phrases.ts";
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
  {
    title: m.campaigns_review_page_title({ campaignName: loaderData?.campaign.name ?? m.common_campaign() }),
  },
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
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return { campaign, quote, preview };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    if (value.intent === "limit") {
      await api("PUT /campaigns/:campaignId/beyond-limit", { campaignId, beyondLimit: value.beyondLimit });
      return done(href("/messaging/campaigns/:campaignId/review", { campaignId }), m.common_saved());
    }
    const { maxTotalCents, seenRecipients } = value;
    const start = { campaignId, maxTotalCents, seenRecipients };
    const { status } = await api("POST /campaigns/:campaignId/start", start);
    const text =
      status === "scheduled" ? m.campaigns_review_campaign_scheduled() : m.campaigns_review_sending_done();
    return replace(href("/messaging/campaigns/:campaignId", { campaignId }), {
      headers: withToast({ kind: "success", text }),
    });
  },
);

export default function CampaignReview({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, quote, preview } = loaderData;
  const busy = useNavigation().state === "submitting";
  const { price } = quote;
  const { scheduledFor } = campaign;
  const ready = quote.obstacles.length === 0 && price.missingCents === 0;
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} description={m.campaigns_review_lead()} />
      <WizardSteps current="review" campaign={campaign} />
      <div className="grid gap-6">
        <ErrorSummary title={m.campaigns_review_errors_title()} errors={problemsOf(actionData?.result)} />
        <Obstacles campaignId={campaign.id} quote={quote} />
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
                    ? m.campaigns_review_starting_button()
                    : scheduledFor
                      ? m.campaigns_review_schedule_button()
                      : m.campaigns_review_send_now_button()}
                </Button>
              )}
              <ButtonLink
                variant="secondary"
                to={href("/messaging/campaigns/:campaignId/test", { campaignId: campaign.id })}
              >
                {m.campaigns_review_send_test_link()}
              </ButtonLink>
              <ButtonLink variant="quiet" to={href("/messaging")}>
                {m.campaigns_finish_later()}
              </ButtonLink>
              <ButtonLink
                variant="danger-quiet"
                to={href("/messaging/campaigns/:campaignId/delete", { campaignId: campaign.id })}
              >
                {m.campaigns_delete_draft()}
              </ButtonLink>
            </Form>
          </div>
          <div className="grid gap-6">
            <Card title={m.campaigns_review_campaign_title()}>
              <Summary campaign={campaign} fallbacks={quote.fallbacks} />
            </Card>
            <MessagePreview preview={preview} />
          </div>
        </div>
      </div>
    </div>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function Obstacles({
  campaignId,
  quote: { obstacles, price },
}: {
  campaignId: string;
  quote: LoaderData["quote"];
}) {
  return (
    <>
      {obstacles.length > 0 && (
        <Notice tone="bad" title={m.campaigns_review_obstacles_title()}>
          <ul className="mt-1 list-disc pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle.code}>{obstacle.message}</li>
            ))}
          </ul>
        </Notice>
      )}
      {price.missingCents > 0 && (
        <Notice
          tone="warn"
          title={m.campaigns_review_you_need_more_notice({ missing: formatKes(price.missingCents) })}
        >
          <p className="mb-3">{m.campaigns_review_top_up_text()}</p>
          <ButtonLink
            to={`${href("/billing")}?${new URLSearchParams({ from: href("/messaging/campaigns/:campaignId/review", { campaignId }) })}`}
          >
            {m.common_top_up_the_wallet()}
          </ButtonLink>
        </Notice>
      )}
    </>
  );
}

/** What was chosen, each with a link back to its step. */
function Summary({
  campaign,
  fallbacks,
}: {
  campaign: LoaderData["campaign"];
  fallbacks: LoaderData["quote"]["fallbacks"];
}) {
  const chosen = (value: ReactNode, step: WizardStep, label: string, verb = m.common_edit()) => (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      {value}{" "}
      <Link
        className="link text-sm"
        aria-label={label}
        to={href(`/messaging/campaigns/:campaignId/${step}`, { campaignId: campaign.id })}
      >
        {verb}
      </Link>
    </span>
  );
  const items = [
    {
      term: m.common_template(),
      value: chosen(
        campaign.template?.name ?? m.campaigns_review_deleted_pair(),
        "setup",
        m.common_edit_template(),
      ),
    },
    {
      term: m.campaigns_review_sent_from(),
      value: chosen(
        campaign.number.displayPhoneNumber || m.common_disconnected(),
        "setup",
        m.campaigns_review_edit_number(),
      ),
    },
    {
      term: m.campaigns_audience(),
      value:
        campaign.audience.kind === "none"
          ? chosen(campaign.audienceText, "audience", m.campaigns_review_choose_audience(), m.common_choose())
          : chosen(campaign.audienceText, "audience", m.campaigns_review_edit_audience()),
    },
    ...(campaign.template && campaign.template.variables.length > 0
      ? [
          {
            term: m.common_variables(),
            value: (
              <>
                {chosen(
                  <ParaglideMessage
                    message={m.campaigns_review_variables_filled}
                    inputs={{ count: Object.keys(campaign.variables).length }}
                    markup={{ count2: () => <>{campaign.template?.variables.length}</> }}
                  />,
                  "variables",
                  m.campaigns_review_edit_variables(),
                )}
                <Fallbacks fallbacks={fallbacks} variables={campaign.template.variables} />
              </>
            ),
          },
        ]
      : []),
    {
      term: m.common_time(),
      value: chosen(
        campaign.scheduledFor ? (
          <Time value={campaign.scheduledFor} />
        ) : (
          m.campaigns_review_when_you_confirm_pair()
        ),
        "schedule",
        m.campaigns_review_edit_time(),
      ),
    },
  ];
  return <DescriptionList items={items} />;
}

/** The number of recipients who get the fallback of a variable. */
function Fallbacks({
  fallbacks,
  variables,
}: {
  fallbacks: LoaderData["quote"]["fallbacks"];
  variables: { key: string; label: string }[];
}) {
  if (fallbacks.length === 0) return null;
  return (
    <ul className="mt-1 grid gap-1 font-normal text-muted text-sm">
      {fallbacks.map(({ key, fallback, people }) => (
        <li key={key}>
          {labelled(
            variables.find((variable) => variable.key === key)?.label ?? key,
            people === 0
              ? m.campaigns_review_no_fallback_needed()
              : m.campaigns_review_people_get_fallback({
                  count: people,
                  shown: formatCount(people),
                  fallback,
                }),
          )}
        </li>
      ))}
    </ul>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
