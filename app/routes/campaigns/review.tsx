import type { ReactNode } from "react";
import { href, Link, replace, useNavigation } from "react-router";
import { z } from "zod";
import { beyondLimit } from "#app/domain/messaging/campaigns/schemas.ts";
import { countOf } from "#app/platform/counts.ts";
import { formatKes } from "#app/platform/money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import { done, formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { problemsOf } from "#app/web/problems.ts";
import { orErrorPage } from "#app/web/refusalPage.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import type { Route } from "./+types/review";
import { DeliveryCard } from "./deliveryCard.tsx";
import { MessagePreview } from "./messagePreview.tsx";
import { QuoteCard } from "./quoteCard.tsx";
import { type WizardStep, WizardSteps } from "./wizardSteps.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("start"), maxTotalCents: z.coerce.number().int().min(0) }),
  z.object({ intent: z.literal("limit"), beyondLimit }),
]);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.campaign.name ?? "Campaign"} – Review` },
];

export async function loader({ context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [campaign, quote, preview] = await orErrorPage(
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
      return done(href("/messaging/campaigns/:campaignId/review", { campaignId }), "Saved.");
    }
    const { maxTotalCents } = value;
    const { status } = await api("POST /campaigns/:campaignId/start", { campaignId, maxTotalCents });
    const text = status === "scheduled" ? "The campaign is scheduled." : "The campaign is on its way.";
    return replace(`/messaging/campaigns/${campaignId}`, { headers: withToast({ kind: "success", text }) });
  },
);

export default function CampaignReview({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, quote, preview } = loaderData;
  const busy = useNavigation().state === "submitting";
  const { price } = quote;
  const { scheduledFor } = campaign;
  const ready = quote.obstacles.length === 0 && price.missingCents === 0;
  const change = (step: WizardStep, what: string, verb = "Change") => (
    <Link
      className="link text-sm"
      to={href(`/messaging/campaigns/:campaignId/${step}`, { campaignId: campaign.id })}
    >
      {verb}
      <span className="sr-only"> {what}</span>
    </Link>
  );
  const summary = [
    {
      term: "Template",
      value: (
        <Pair>
          {campaign.template?.name ?? "Deleted"} {change("setup", "the template")}
        </Pair>
      ),
    },
    {
      term: "Sent from",
      value: (
        <Pair>
          {campaign.number.displayPhoneNumber || "Disconnected"} {change("setup", "the number")}
        </Pair>
      ),
    },
    {
      term: "Audience",
      value: (
        <Pair>
          {campaign.audienceText}{" "}
          {change("audience", "the audience", campaign.audience.kind === "none" ? "Choose" : "Change")}
        </Pair>
      ),
    },
    ...(campaign.template && campaign.template.variables.length > 0
      ? [
          {
            term: "Variables",
            value: (
              <>
                <Pair>
                  {Object.keys(campaign.variables).length} of {campaign.template.variables.length} filled in{" "}
                  {change("variables", "the variables")}
                </Pair>
                <Fallbacks fallbacks={quote.fallbacks} variables={campaign.template.variables} />
              </>
            ),
          },
        ]
      : []),
    {
      term: "Time",
      value: (
        <Pair>
          {scheduledFor ? <Time value={scheduledFor} /> : "When you confirm"} {change("schedule", "the time")}
        </Pair>
      ),
    },
  ];
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader title={campaign.name} description="Check everything. Nothing has been sent yet." />
      <WizardSteps current="review" campaign={campaign} />
      <div className="grid gap-6">
        <ErrorSummary title="The campaign was not started" errors={problemsOf(actionData?.result)} />
        {quote.obstacles.length > 0 && (
          <Notice tone="bad" title="This can't be sent yet">
            <ul className="mt-1 list-disc pl-5">
              {quote.obstacles.map((obstacle) => (
                <li key={obstacle.code}>{obstacle.message}</li>
              ))}
            </ul>
          </Notice>
        )}
        {price.missingCents > 0 && (
          <Notice tone="warn" title={`You need ${formatKes(price.missingCents)} more`}>
            <p className="mb-3">Top up your wallet, then come back. Your draft is saved.</p>
            <ButtonLink
              to={`${href("/billing")}?${new URLSearchParams({ from: href("/messaging/campaigns/:campaignId/review", { campaignId: campaign.id }) })}`}
            >
              Top up the wallet
            </ButtonLink>
          </Notice>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <QuoteCard quote={quote} />
            {quote.delivery && <DeliveryCard delivery={quote.delivery} beyondLimit={campaign.beyondLimit} />}
            <Form method="post" className="row-actions">
              <input type="hidden" name="maxTotalCents" value={price.totalCents} />
              {ready && (
                <Button name="intent" value="start" disabled={busy} className="min-h-14 px-8 text-lg">
                  {busy ? "Starting…" : scheduledFor ? "Schedule" : "Send now"}
                </Button>
              )}
              <ButtonLink
                variant="secondary"
                to={href("/messaging/campaigns/:campaignId/test", { campaignId: campaign.id })}
              >
                Send a test
              </ButtonLink>
              <ButtonLink variant="quiet" to={href("/messaging")}>
                Finish later
              </ButtonLink>
              <ButtonLink
                variant="quiet"
                to={href("/messaging/campaigns/:campaignId/delete", { campaignId: campaign.id })}
              >
                Delete draft
              </ButtonLink>
            </Form>
          </div>
          <div className="grid gap-6">
            <Card title="The campaign">
              <DescriptionList items={summary} />
            </Card>
            <MessagePreview
              message={preview.message}
              caption={preview.contact ? `What ${preview.contact} gets` : "What people get"}
            />
          </div>
        </div>
      </div>
    </div>
  );
}

/** For how many people the fallback of a variable is sent. */
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
            ? "nobody gets the fallback"
            : `${countOf(people, "person gets", "people get")} the fallback “${fallback}”`}
        </li>
      ))}
    </ul>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-baseline justify-between gap-x-4">{children}</span>;
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
