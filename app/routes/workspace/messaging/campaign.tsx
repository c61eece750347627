import { Download, Pause, Play } from "lucide-react";
import { redirect, Form as SearchForm, useRouteLoaderData } from "react-router";
import { z } from "zod";
import { messageStateFilter } from "#app/domain/campaigns/schemas.ts";
import { messageStateWords } from "#app/domain/messages/words.ts";
import { readSubmission } from "#app/middleware/form.server.ts";
import { apiContext } from "#app/middleware/platform.server.ts";
import { orErrorPage } from "#app/middleware/refusalPage.server.ts";
import { refuse } from "#app/middleware/submission.server.ts";
import { withToast } from "#app/middleware/toast.server.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { alsoAfterRefusal } from "#app/ui/afterRefusal.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { ErrorSummary, Form } from "#app/ui/form.tsx";
import { useLastAnswer } from "#app/ui/lastAnswer.ts";
import { CampaignStatusBadge } from "#app/ui/messaging/campaignStatus.tsx";
import { CostCard } from "#app/ui/messaging/costCard.tsx";
import { FailureCard } from "#app/ui/messaging/failureCard.tsx";
import { useLiveProgress } from "#app/ui/messaging/liveProgress.ts";
import { MessagePreview } from "#app/ui/messaging/messagePreview.tsx";
import { problemsOf } from "#app/ui/messaging/problems.ts";
import { ProgressCard } from "#app/ui/messaging/progressCard.tsx";
import { RecipientTable } from "#app/ui/messaging/recipientTable.tsx";
import { Card, EmptyState, PageHeader } from "#app/ui/page.tsx";
import { ScreenError } from "#app/ui/screenError.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Route } from "./+types/campaign";

const schema = z.object({ intent: z.enum(["pause", "resume", "retry"]) });
const sequence = z.coerce.number().int().min(0).optional().catch(undefined);
const querySchema = z.object({
  state: messageStateFilter.optional().catch(undefined),
  after: sequence,
  before: sequence,
});

const sendingSeconds = 5;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const lite = (matches[0]?.loaderData as { lite?: boolean } | undefined)?.lite;
  return [
    { title: `${loaderData?.campaign.name ?? "Campaign"} – Message Center` },
    // A lite page has no script to follow by, and a browser with script shows no `noscript`.
    ...(lite && loaderData?.refresh ? [{ httpEquiv: "refresh", content: String(loaderData.refresh) }] : []),
  ];
};

export async function loader({ request, context, params: { campaignId } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [campaign, progress, list] = await orErrorPage(
    Promise.all([
      api("GET /campaigns/:campaignId", { campaignId }),
      api("GET /campaigns/:campaignId/progress", { campaignId }),
      api("GET /campaigns/:campaignId/recipients", { campaignId, ...query }),
    ]),
  );
  if (campaign.status === "draft") throw redirect(`/messaging/campaigns/${campaignId}/review`);
  const preview = campaign.template
    ? await orErrorPage(api("POST /campaigns/:campaignId/preview", { campaignId }))
    : null;
  const untilStart = campaign.scheduledFor ? new Date(campaign.scheduledFor).getTime() - Date.now() : 0;
  return {
    campaign,
    progress,
    list,
    preview,
    query,
    following: progress.moving,
    /** When the page loads itself anew without script, in seconds; null for never. */
    refresh: refreshSeconds(progress.status, untilStart),
    waits: untilStart > 0,
  };
}

/** Reports after the end come for an hour: they are not worth a page that reloads all the time. */
function refreshSeconds(status: string, untilStartMs: number): number | null {
  if (status === "scheduled") return Math.max(sendingSeconds, Math.ceil(untilStartMs / 1000) + 1);
  return status === "preparing" || status === "sending" ? sendingSeconds : null;
}

export async function action({ request, context, params: { campaignId } }: Route.ActionArgs) {
  const api = context.get(apiContext);
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const done = (text: string) =>
    redirect(`/messaging/campaigns/${campaignId}`, { headers: withToast({ kind: "success", text }) });
  try {
    switch (submission.value.intent) {
      case "pause":
        await api("POST /campaigns/:campaignId/pause", { campaignId });
        return done("The campaign is paused.");
      case "resume":
        await api("POST /campaigns/:campaignId/resume", { campaignId });
        return done("The campaign goes on.");
      case "retry": {
        const retry = await api("POST /campaigns/:campaignId/retry-failed", { campaignId });
        return redirect(`/messaging/campaigns/${retry.campaignId}/review`);
      }
    }
  } catch (error) {
    return refuse(submission, error);
  }
}

export default function Campaign({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { campaign, list, preview, query, following, refresh, waits } = loaderData;
  const progress = useLiveProgress(campaign.id, loaderData.progress, following);
  const mayAct = useRouteLoaderData<typeof rootLoader>("root")?.user?.role !== "agent";
  const { status } = progress;
  // While progress is told live, the list below may still be the one from before the first row.
  const isUnsent = (status === "completed" || status === "cancelled") && progress.recipients === 0;
  const href = (changes: Record<string, string | number>) =>
    `?${new URLSearchParams({ ...(query.state ? { state: query.state } : {}), ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, String(value)])) })}#recipients`;
  return (
    <>
      {refresh && (
        <noscript>
          <meta httpEquiv="refresh" content={String(refresh)} />
        </noscript>
      )}
      <PageHeader
        title={campaign.name}
        description={
          <>
            <CampaignStatusBadge status={status} />{" "}
            <span>
              {campaign.template?.name} to {inSentence(campaign.audienceText)} from{" "}
              {campaign.number.displayPhoneNumber}
            </span>
          </>
        }
        actions={mayAct && <Actions status={status} campaignId={campaign.id} />}
      />
      <div className="grid gap-6">
        <ErrorSummary title="That did not work" errors={problemsOf(answer?.result)} />
        {campaign.scheduledFor && (status === "scheduled" || (status === "paused" && waits)) ? (
          <Card title={status === "paused" ? "Paused" : "Scheduled"}>
            <p>
              {status === "paused"
                ? `${progress.statusReason ?? ""} Once resumed, it is sent on`
                : "It will be sent on"}{" "}
              <Time value={campaign.scheduledFor} />, Kenya's time
              {status === "paused" ? ", or at once if that is over" : ""}.
            </p>
            {mayAct && (
              <p className="mt-4">
                <ButtonLink variant="secondary" to={`/messaging/campaigns/${campaign.id}/time`}>
                  Change the time
                </ButtonLink>
              </p>
            )}
          </Card>
        ) : (
          <ProgressCard progress={progress} refreshHref={`/messaging/campaigns/${campaign.id}`} />
        )}
        {campaign.failures && <FailureCard failures={campaign.failures} mayAct={mayAct} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {progress.cost && <CostCard cost={progress.cost} />}
          {preview && (
            <details className="card">
              <summary className="link font-semibold">The message</summary>
              <div className="mt-4">
                <MessagePreview
                  message={preview.message}
                  caption={preview.contact ? `What ${preview.contact} gets` : "What people get"}
                />
              </div>
            </details>
          )}
        </div>
        <section id="recipients">
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <h2>Recipients</h2>
            <div className="flex flex-wrap items-end gap-2">
              <SearchForm action="#recipients" className="flex items-end gap-2" preventScrollReset>
                <SelectField
                  label="State"
                  name="state"
                  defaultValue={query.state ?? ""}
                  options={[
                    { value: "", label: "All" },
                    ...Object.entries(messageStateWords).map(([value, label]) => ({ value, label })),
                  ]}
                />
                <Button variant="secondary">Show</Button>
              </SearchForm>
              <a
                className="button button-quiet"
                href={`/messaging/campaigns/${campaign.id}/recipients.csv${query.state ? `?state=${query.state}` : ""}`}
                download
              >
                <Download size={18} aria-hidden="true" />
                Export CSV
              </a>
            </div>
          </div>
          {list.recipients.length === 0 ? (
            <EmptyState
              title={
                query.state ? "Nobody in this state" : isUnsent ? "Nothing was sent" : "No recipients yet"
              }
            >
              {isUnsent || query.state ? "" : "The list is written when sending begins."}
            </EmptyState>
          ) : (
            <RecipientTable recipients={list.recipients} />
          )}
          <nav className="pages" aria-label="Pages of recipients">
            {list.previousBefore !== null ? (
              <ButtonLink
                variant="secondary"
                preventScrollReset
                to={href({ before: list.previousBefore })}
                rel="prev"
              >
                Previous
              </ButtonLink>
            ) : (
              <span />
            )}
            {list.nextAfter !== null && (
              <ButtonLink
                variant="secondary"
                preventScrollReset
                to={href({ after: list.nextAfter })}
                rel="next"
              >
                Next
              </ButtonLink>
            )}
          </nav>
        </section>
      </div>
    </>
  );
}

/** The audience's words in the middle of a sentence; a tag stays as it is written. */
const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function Actions({ status, campaignId }: { status: string; campaignId: string }) {
  const ended = status === "completed" || status === "cancelled";
  return (
    <Form method="post" className="row-actions" preventScrollReset>
      {(status === "sending" || status === "preparing" || status === "scheduled") && (
        <Button name="intent" value="pause" variant="secondary">
          <Pause size={18} aria-hidden="true" />
          Pause
        </Button>
      )}
      {status === "paused" && (
        <Button name="intent" value="resume">
          <Play size={18} aria-hidden="true" />
          Resume
        </Button>
      )}
      {!ended && (
        <ButtonLink variant="danger" to={`/messaging/campaigns/${campaignId}/cancel`}>
          Cancel campaign
        </ButtonLink>
      )}
    </Form>
  );
}

export { alsoAfterRefusal as shouldRevalidate, ScreenError as ErrorBoundary };
