import { href, Link, redirect } from "react-router";
import { z } from "zod";
import type { CallOutput } from "#app/api/client.server.ts";
import { followUpGroup, messageStateFilter } from "#app/domain/messaging/campaigns/schemas.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/form.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Card, PageHeader } from "#app/ui/page.tsx";
import { formAction } from "#app/web/action.server.ts";
import { alsoAfterRefusal } from "#app/web/afterRefusal.ts";
import { problemsOf } from "#app/web/fields.ts";
import { useLastAnswer } from "#app/web/lastAnswer.ts";
import { pageApi } from "#app/web/refusalPage.server.ts";
import { userContext } from "#app/web/session.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/show";
import { CampaignActions } from "./campaignActions.tsx";
import { CampaignStatusBadge } from "./campaignStatus.tsx";
import { CostCard } from "./costCard.tsx";
import { FailureCard } from "./failureCard.tsx";
import { FollowUpCard } from "./followUpCard.tsx";
import { BasedOn, SendingTime } from "./headerWords.tsx";
import { useLiveProgress } from "./liveProgress.ts";
import { MessagePreview } from "./messagePreview.tsx";
import { ProgressCard } from "./progressCard.tsx";
import { Recipients } from "./recipientTable.tsx";
import { ResultsCard } from "./resultsCard.tsx";

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["pause", "resume", "retry"]) }),
  z.object({ intent: z.literal("duplicate"), key: formKey }),
  z.object({ intent: z.literal("follow-up"), to: followUpGroup, key: formKey }),
]);
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
    { title: m.campaigns_show_page_title({ campaignName: loaderData.campaign.name }) },
    // A lite page has no script to follow by, and a browser with script hides `noscript`.
    ...(lite && loaderData.refresh ? [{ httpEquiv: "refresh", content: String(loaderData.refresh) }] : []),
  ];
};

export async function loader({ request, context, params: { campaignId } }: Route.LoaderArgs) {
  const api = pageApi(context);
  const query = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [campaign, progress, list] = await Promise.all([
    api("GET /campaigns/:campaignId", { campaignId }),
    api("GET /campaigns/:campaignId/progress", { campaignId }),
    api("GET /campaigns/:campaignId/recipients", { campaignId, ...query }),
  ]);
  if (campaign.status === "draft")
    throw redirect(href(`/messaging/campaigns/:campaignId/${nextStep(campaign)}`, { campaignId }));
  const preview = campaign.template ? await api("POST /campaigns/:campaignId/preview", { campaignId }) : null;
  const untilStart = campaign.scheduledFor ? new Date(campaign.scheduledFor).getTime() - Date.now() : 0;
  return {
    campaign,
    progress,
    list,
    preview,
    query,
    following: progress.moving,
    /** When the page loads itself again without script, in seconds; null for never. */
    refresh: refreshSeconds(progress.status, untilStart),
    waits: untilStart > 0,
    key: crypto.randomUUID(),
    mayAct: may(context.get(userContext), "campaigns.manage"),
  };
}

/** An unfinished draft is edited, a complete one reviewed. */
function nextStep({ audience, template, variables }: CallOutput<"GET /campaigns/:campaignId">) {
  const isFilled = template?.variables.every(({ key }) => key in variables) ?? false;
  return isFilled && audience.kind !== "none" ? "review" : "edit";
}

/** Reports after the end arrive for an hour: not worth constant reloads. */
function refreshSeconds(status: string, untilStartMs: number): number | null {
  if (status === "scheduled") return Math.max(sendingSeconds, Math.ceil(untilStartMs / 1000) + 1);
  return status === "preparing" || status === "sending" ? sendingSeconds : null;
}

export const action = formAction(
  schema,
  async ({ value, api }, { params: { campaignId } }: Route.ActionArgs) => {
    const done = (text: string) =>
      redirect(href("/messaging/campaigns/:campaignId", { campaignId }), {
        headers: withToast({ kind: "success", text }),
      });
    switch (value.intent) {
      case "pause":
        await api("POST /campaigns/:campaignId/pause", { campaignId });
        return done(m.campaigns_show_campaign_paused_done());
      case "resume":
        await api("POST /campaigns/:campaignId/resume", { campaignId });
        return done(m.campaigns_show_campaign_resumed_done());
      case "duplicate": {
        const copy = await api("POST /campaigns/:campaignId/duplicate", { campaignId, key: value.key });
        return redirect(href("/messaging/campaigns/:campaignId/edit", copy));
      }
      case "follow-up": {
        const { to, key } = value;
        const draft = await api("POST /campaigns/:campaignId/follow-up", { campaignId, to, key });
        return redirect(href("/messaging/campaigns/:campaignId/edit", draft));
      }
      case "retry": {
        const retry = await api("POST /campaigns/:campaignId/retry-failed", { campaignId });
        return redirect(href("/messaging/campaigns/:campaignId/review", { campaignId: retry.campaignId }));
      }
    }
  },
);

export default function Campaign({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { campaign, list, preview, query, following, refresh, waits, mayAct } = loaderData;
  const progress = useLiveProgress(campaign.id, loaderData.progress, following);
  const { status } = progress;
  // While progress is live, the list below may still be from before the first row.
  const isUnsent = (status === "completed" || status === "cancelled") && progress.recipients === 0;
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
              {m.campaigns_show_lead({
                template: campaign.template?.name ?? "",
                audience: inSentence(campaign.audienceText),
                number: campaign.number.displayPhoneNumber,
              })}
            </span>
            {campaign.madeFrom && (
              <span className="block">
                <BasedOn from={campaign.madeFrom} />
              </span>
            )}
          </>
        }
        actions={
          mayAct && <CampaignActions status={status} campaignId={campaign.id} formKey={loaderData.key} />
        }
      />
      <div className="grid gap-6">
        <ErrorSummary title={m.common_that_didnt_work()} errors={problemsOf(answer?.result)} />
        {campaign.scheduledFor && (status === "scheduled" || (status === "paused" && waits)) ? (
          <StartCard
            campaignId={campaign.id}
            at={campaign.scheduledFor}
            pausedBecause={status === "paused" ? (progress.statusReason ?? "") : null}
            mayAct={mayAct}
          />
        ) : (
          <ProgressCard
            progress={progress}
            refreshHref={href("/messaging/campaigns/:campaignId", { campaignId: campaign.id })}
          />
        )}
        <ResultsCard progress={progress} />
        {campaign.payment && <PaymentNotice payment={campaign.payment} skipped={campaign.paymentSkipped} />}
        {campaign.startedAt && progress.recipients > 0 && (
          <FollowUpCard campaign={campaign} progress={progress} mayAct={mayAct} formKey={loaderData.key} />
        )}
        {campaign.failures && <FailureCard failures={campaign.failures} mayAct={mayAct} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          {progress.cost && <CostCard cost={progress.cost} />}
          {preview && (
            <Card title={m.campaigns_show_message_title()}>
              <MessagePreview preview={preview} />
            </Card>
          )}
        </div>
        <Recipients
          campaignId={campaign.id}
          list={list}
          state={query.state}
          isUnsent={isUnsent}
          mayExport={mayAct}
        />
      </div>
    </>
  );
}

/** That its recipients are asked for money, and how many contacts were skipped. */
function PaymentNotice({ payment, skipped }: { payment: { field: string }; skipped: number }) {
  const { field } = payment;
  return (
    <Notice
      tone={skipped > 0 ? "warn" : "info"}
      title={
        skipped > 0
          ? m.requests_campaign_skipped({ count: formatCount(skipped), field })
          : m.requests_campaign_title()
      }
    >
      <Link className="link" to={`${href("/requests")}?source=campaign`}>
        {m.requests_title()}
      </Link>
    </Notice>
  );
}

/** When a campaign starts, or why it does not. */
function StartCard({
  campaignId,
  at,
  pausedBecause,
  mayAct,
}: {
  campaignId: string;
  at: string;
  /** Null unless it is paused. */
  pausedBecause: string | null;
  mayAct: boolean;
}) {
  return (
    <Card title={pausedBecause === null ? m.campaigns_scheduled() : m.common_paused()}>
      <p>
        <SendingTime at={at} pausedBecause={pausedBecause} />
      </p>
      {mayAct && (
        <p className="mt-4">
          <ButtonLink variant="secondary" to={href("/messaging/campaigns/:campaignId/time", { campaignId })}>
            {m.campaigns_change_time()}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

export { alsoAfterRefusal as shouldRevalidate };
