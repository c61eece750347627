import type { ReactNode } from "react";
import { Link, replace, useNavigation } from "react-router";
import { z } from "zod";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import { formatKes } from "#app/shared/money.ts";
import { alsoAfterRefusal } from "#app/ui/afterRefusal.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { MessagePreview } from "#app/ui/messaging/messagePreview.tsx";
import { problemsOf } from "#app/ui/messaging/problems.ts";
import { QuoteCard } from "#app/ui/messaging/quoteCard.tsx";
import { WizardSteps } from "#app/ui/messaging/wizardSteps.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, DescriptionList, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/campaignReview";

const schema = z.object({ maxTotalCents: z.coerce.number().int().min(0) });

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

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  let status: string;
  try {
    const { maxTotalCents } = submission.value;
    ({ status } = await context.get(apiContext)("POST /campaigns/:campaignId/start", {
      campaignId,
      maxTotalCents,
    }));
  } catch (error) {
    return refuse(submission, error);
  }
  const text = status === "scheduled" ? "The campaign is scheduled." : "The campaign is on its way.";
  return replace(`/messaging/campaigns/${campaignId}`, { headers: withToast({ kind: "success", text }) });
}

export default function CampaignReview({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, quote, preview } = loaderData;
  const busy = useNavigation().state === "submitting";
  const { price } = quote;
  const { scheduledFor } = campaign;
  const ready = quote.obstacles.length === 0 && price.missingCents === 0;
  const change = (step: string, what: string, verb = "Change") => (
    <Link className="link text-sm" to={`/messaging/campaigns/${campaign.id}/${step}`}>
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
              <Pair>
                {Object.keys(campaign.variables).length} of {campaign.template.variables.length} filled{" "}
                {change("variables", "the variables")}
              </Pair>
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
      <PageHeader title={campaign.name} description="Look it over; nothing has been sent yet." />
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
          <Notice tone="warn" title={`Your wallet lacks ${formatKes(price.missingCents)}`}>
            <p className="mb-3">Top it up and come back; the draft stays as it is.</p>
            <ButtonLink
              to={`/billing?${new URLSearchParams({ from: `/messaging/campaigns/${campaign.id}/review` })}`}
            >
              Top up the wallet
            </ButtonLink>
          </Notice>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <QuoteCard quote={quote} />
            <Form method="post" className="row-actions">
              <input type="hidden" name="maxTotalCents" value={price.totalCents} />
              {ready && (
                <Button disabled={busy} className="min-h-14 px-8 text-lg">
                  {busy ? "Starting…" : scheduledFor ? "Schedule" : "Send now"}
                </Button>
              )}
              <ButtonLink variant="quiet" to="/messaging">
                Finish later
              </ButtonLink>
              <ButtonLink variant="quiet" to={`/messaging/campaigns/${campaign.id}/delete`}>
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

function Pair({ children }: { children: ReactNode }) {
  return <span className="flex flex-wrap items-baseline justify-between gap-x-4">{children}</span>;
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
