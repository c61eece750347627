import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { isRunning } from "#app/domain/messaging/campaigns/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { deliveredMeaning, deliveredRate } from "#app/platform/numbers/deliveredRate.ts";
import { percentOf } from "#app/platform/numbers/percent.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { Progress } from "./liveProgress.ts";
import { WithSetupLink } from "./setupLink.tsx";

const share = (part: number, whole: number) => (whole > 0 ? percentOf(part, whole) : undefined);

/** A campaign's progress, in figures and as a bar. */
export function ProgressCard({
  progress,
  refreshHref,
}: {
  progress: Progress;
  /** Reloads the page, when no script follows the reports. */
  refreshHref: string;
}) {
  const { recipients, counts } = progress;
  const waiting = counts.queued + counts.unknown;
  return (
    <div className="grid gap-4">
      {progress.statusReason && (
        <Notice tone="warn" title={progress.status === "paused" ? m.campaigns_paused() : undefined}>
          <WithSetupLink text={progress.statusReason} />
        </Notice>
      )}
      {progress.trouble && (
        <Notice tone="warn" title={m.campaigns_messages_wait_for_another_try()}>
          {progress.trouble}{" "}
          {progress.nextTryAt && (
            <>
              <ParaglideMessage
                message={m.campaigns_they_wait_until_then_we_try}
                markup={{ time: () => <Time value={progress.nextTryAt ?? ""} /> }}
              />{" "}
            </>
          )}
          {progress.failed === 0 && m.campaigns_nothing_is_lost()}
        </Notice>
      )}
      {progress.quietUntil && (
        <Notice tone="info" title={m.campaigns_quiet_hours()}>
          <ParaglideMessage
            message={m.campaigns_the_rest_waits_until_and_then}
            markup={{ time: () => <Time value={progress.quietUntil ?? ""} /> }}
          />
        </Notice>
      )}
      {progress.beyondLimit > 0 && (
        <Notice tone="info" title={m.campaigns_metas_messaging_limit()}>
          {counted(m.campaigns_wait_for_room, progress.beyondLimit)}
        </Notice>
      )}
      {progress.preparing && <Preparing {...progress.preparing} />}
      {recipients > 0 && !progress.preparing && (
        <Card>
          <ProgressBar
            label={doneWords(progress.done, recipients, counts.cancelled)}
            value={progress.done}
            max={recipients}
          />
          <p className="hint mt-2">
            {progress.status === "sending"
              ? paceOf(progress)
              : waiting > 0
                ? m.campaigns_still_waiting({ waiting: formatCount(waiting) })
                : ""}
          </p>
          {progress.moving && !isRunning(progress.status) && (
            <p className="hint mt-2">
              {m.campaigns_delivery_reports_and_replies_are_still()}{" "}
              <a className="link" href={refreshHref}>
                {m.common_refresh()}
              </a>
            </p>
          )}
        </Card>
      )}
      {recipients > 0 && !progress.preparing && (
        <StatGrid>
          <Stat
            label={m.common_sent()}
            value={formatCount(progress.sent)}
            hint={share(progress.sent, recipients)}
          />
          <Stat
            label={m.common_delivered()}
            value={formatCount(progress.delivered)}
            hint={deliveredRate(progress)}
            meaning={deliveredMeaning()}
          />
          <Stat
            label={m.common_read()}
            value={formatCount(progress.read)}
            hint={share(progress.read, progress.delivered)}
          />
          <Stat
            label={m.campaigns_replied()}
            value={formatCount(progress.replied)}
            hint={share(progress.replied, progress.delivered)}
          />
          <Stat
            label={m.common_failed()}
            value={formatCount(progress.failed)}
            hint={share(progress.failed, recipients)}
          />
          {counts.cancelled > 0 && (
            <Stat label={m.campaigns_not_sent_2()} value={formatCount(counts.cancelled)} />
          )}
        </StatGrid>
      )}
    </div>
  );
}

function Preparing({ written, quoted }: NonNullable<Progress["preparing"]>) {
  return (
    <Card>
      <ProgressBar
        label={m.campaigns_preparing_of({ written: formatCount(written), quoted: formatCount(quoted) })}
        value={written}
        max={Math.max(1, quoted)}
      />
      <p className="hint mt-2" role="status">
        {m.campaigns_we_are_preparing_the_list_of()}
      </p>
    </Card>
  );
}

function paceOf({ waitsFor, ratePerSecond, etaSeconds, pacePerMinute }: Progress): string {
  const speed =
    pacePerMinute === null || pacePerMinute < 1
      ? ratePerSecond === null
        ? m.common_sending()
        : m.campaigns_messages_a_second({ ratePerSecond: formatCount(ratePerSecond) })
      : m.campaigns_at_your_pace_of_messages_a({ pacePerMinute: formatCount(Math.round(pacePerMinute)) });
  if (waitsFor !== null) return m.campaigns_waiting_for_which_this_number_sends({ waitsFor });
  return [speed, etaSeconds === null ? "" : m.campaigns_about_left({ etaSeconds: duration(etaSeconds) })]
    .filter(Boolean)
    .join(", ");
}

function doneWords(done: number, recipients: number, cancelled: number): string {
  const counts = { done: formatCount(done), recipients: formatCount(recipients) };
  return cancelled > 0
    ? m.campaigns_not_sent({ ...counts, cancelled: formatCount(cancelled) })
    : m.campaigns_of_sent_or_failed(counts);
}

function duration(seconds: number): string {
  if (seconds < 90) return counted(m.counts_seconds, seconds);
  if (seconds < 5400) return counted(m.counts_minutes, Math.round(seconds / 60));
  return counted(m.counts_hours, Math.round(seconds / 3600));
}
