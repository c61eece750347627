import { ParaglideMessage } from "@inlang/paraglide-js-react";
import { isRunning } from "#app/domain/messaging/campaigns/words.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Card } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import { m } from "#messages";
import type { Progress } from "./liveProgress.ts";
import { WithSetupLink } from "./setupLink.tsx";

/** A campaign's progress as a bar, and what holds it up. */
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
      <Notices progress={progress} />
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
                ? m.campaigns_progress_still_waiting_text({ waiting: formatCount(waiting) })
                : ""}
          </p>
          {progress.moving && !isRunning(progress.status) && (
            <p className="hint mt-2">
              {m.campaigns_progress_reports_pending_text()}{" "}
              <a className="link" href={refreshHref}>
                {m.common_refresh()}
              </a>
            </p>
          )}
        </Card>
      )}
    </div>
  );
}

/** What holds a campaign up. */
function Notices({ progress }: { progress: Progress }) {
  return (
    <>
      {progress.statusReason && (
        <Notice tone="warn" title={progress.status === "paused" ? m.common_paused() : undefined}>
          <WithSetupLink text={progress.statusReason} />
        </Notice>
      )}
      {progress.trouble && (
        <Notice tone="warn" title={m.campaigns_progress_retry_title()}>
          {progress.trouble}{" "}
          {progress.nextTryAt && (
            <>
              <ParaglideMessage
                message={m.campaigns_progress_retry_text}
                markup={{ time: () => <Time value={progress.nextTryAt ?? ""} /> }}
              />{" "}
            </>
          )}
          {progress.failed === 0 && m.campaigns_progress_nothing_lost_notice()}
        </Notice>
      )}
      {progress.quietUntil && (
        <Notice tone="info" title={m.common_quiet_hours()}>
          <ParaglideMessage
            message={m.campaigns_progress_quiet_hours_text}
            markup={{ time: () => <Time value={progress.quietUntil ?? ""} /> }}
          />
        </Notice>
      )}
      {progress.beyondLimit > 0 && (
        <Notice tone="info" title={m.campaigns_progress_metas_messaging_limit()}>
          {counted(m.campaigns_progress_waiting_for_limit, progress.beyondLimit)}
        </Notice>
      )}
    </>
  );
}

function Preparing({ written, quoted }: NonNullable<Progress["preparing"]>) {
  return (
    <Card>
      <ProgressBar
        label={m.campaigns_progress_preparing_of({
          written: formatCount(written),
          quoted: formatCount(quoted),
        })}
        value={written}
        max={Math.max(1, quoted)}
      />
      <p className="hint mt-2" role="status">
        {m.campaigns_progress_preparing_text()}
      </p>
    </Card>
  );
}

function paceOf({ waitsFor, ratePerSecond, etaSeconds, pacePerMinute }: Progress): string {
  const speed =
    pacePerMinute === null || pacePerMinute < 1
      ? ratePerSecond === null
        ? m.common_sending()
        : m.campaigns_progress_messages_per_second({ ratePerSecond: formatCount(ratePerSecond) })
      : m.campaigns_progress_chosen_pace({ pacePerMinute: formatCount(Math.round(pacePerMinute)) });
  if (waitsFor !== null) return m.campaigns_progress_queued_behind({ waitsFor });
  return [
    speed,
    etaSeconds === null ? "" : m.campaigns_progress_about_left({ etaSeconds: duration(etaSeconds) }),
  ]
    .filter(Boolean)
    .join(", ");
}

function doneWords(done: number, recipients: number, cancelled: number): string {
  const counts = { done: formatCount(done), recipients: formatCount(recipients) };
  return cancelled > 0
    ? m.campaigns_progress_with_unsent({ ...counts, cancelled: formatCount(cancelled) })
    : m.campaigns_progress_of_processed(counts);
}

function duration(seconds: number): string {
  if (seconds < 90) return counted(m.counts_seconds, seconds);
  if (seconds < 5400) return counted(m.counts_minutes, Math.round(seconds / 60));
  return counted(m.counts_hours, Math.round(seconds / 3600));
}
