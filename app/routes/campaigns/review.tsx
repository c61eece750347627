import { href, replace, useNavigation } from "react-router";
import { z } from "zod";
import type { ApiClient } from "#app/api/client.server.ts";
import { beyondLimit } from "#app/domain/messaging/campaigns/schemas.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { done, failed, formAction, isRefusal } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { problemsOf } from "#app/web/fields.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/review";
import { DeliveryCard } from "./deliveryCard.tsx";
import { MessagePreview } from "./messagePreview.tsx";
import { QuoteCard } from "./quoteCard.tsx";
import { ReviewSummary } from "./reviewSummary.tsx";

/** A figure of the displayed quote. */
const seenFigure = z.coerce.number().int().min(0);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), maxTotalCents: seenFigure, seenRecipients: seenFigure }),
  z.object({ intent: z.literal("limit"), beyondLimit }),
  z.object({ intent: z.literal("test"), key: formKey }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: m.campaigns_review_page_title({ campaignName: loaderData.campaign.name }) },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const [campaign, quote, preview] = await Promise.all([
    api("GET /campaigns/:campaignId", { campaignId }),
    api("POST /campaigns/:campaignId/quote", { campaignId }),
    api("POST /campaigns/:campaignId/preview", { campaignId }),
  ]);
  if (campaign.status !== "draft") throw replace(href("/messaging/campaigns/:campaignId", { campaignId }));
  return { campaign, quote, preview, key: crypto.randomUUID() };
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    if (value.intent === "limit") {
      await api("PUT /campaigns/:campaignId/beyond-limit", { campaignId, beyondLimit: value.beyondLimit });
      return done(href("/messaging/campaigns/:campaignId/review", { campaignId }), m.common_saved());
    }
    if (value.intent === "test") return testOnOwnPhone(api, campaignId, value.key);
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

/** One click; members without a phone in their profile choose another number. */
async function testOnOwnPhone(api: ApiClient, campaignId: string, key: string) {
  try {
    await api("POST /campaigns/:campaignId/test", { campaignId, phones: "own", key });
  } catch (error) {
    if (!isRefusal(error, "campaign.no_own_phone")) throw error;
    return failed(href("/messaging/campaigns/:campaignId/test", { campaignId }), error.message);
  }
  return done(
    href("/messaging/campaigns/:campaignId/review", { campaignId }),
    m.campaigns_review_test_sent_done(),
  );
}

export default function CampaignReview({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, quote, preview, key } = loaderData;
  const busy = useNavigation().state === "submitting";
  const { price } = quote;
  const { scheduledFor } = campaign;
  const ready = quote.obstacles.length === 0 && price.missingCents === 0;
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} description={m.campaigns_review_lead()} />
      <div className="grid gap-6">
        <ErrorSummary title={m.campaigns_review_errors_title()} errors={problemsOf(actionData?.result)} />
        <Obstacles campaignId={campaign.id} quote={quote} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <QuoteCard quote={quote} />
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
              <input type="hidden" name="key" value={key} />
              {quote.obstacles.length === 0 && (
                <Button variant="secondary" name="intent" value="test" disabled={busy}>
                  {m.campaigns_review_test_own_button()}
                </Button>
              )}
              <ButtonLink
                variant="quiet"
                to={href("/messaging/campaigns/:campaignId/test", { campaignId: campaign.id })}
              >
                {m.campaigns_review_other_test_numbers_link()}
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
            {campaign.template?.category === "MARKETING" && (
              <p className="hint">{m.campaigns_review_test_consent_text()}</p>
            )}
            {quote.delivery && <DeliveryCard delivery={quote.delivery} beyondLimit={campaign.beyondLimit} />}
          </div>
          <div className="grid gap-6">
            <Card title={m.campaigns_review_campaign_title()}>
              <ReviewSummary campaign={campaign} fallbacks={quote.fallbacks} />
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

export { alsoAfterRefusal as shouldRevalidate };
