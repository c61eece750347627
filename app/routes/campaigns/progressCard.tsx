import { isRunning } from "#app/domain/messaging/campaigns/words.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import { deliveredMeaning, deliveredRate } from "#app/platform/deliveredRate.ts";
import { percentOf } from "#app/platform/percent.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Card, Stat, StatGrid } from "#app/ui/page.tsx";
import { ProgressBar } from "#app/ui/progress.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Progress } from "./liveProgress.ts";
import { WithSetupLink } from "./setupLink.tsx";

const share = (part: number, whole: number) => (whole > 0 ? percentOf(part, whole) : undefined);

/** How far a campaign is, in figures and as a bar. */
export function ProgressCard({
  progress,
  refreshHref,
}: {
  progress: Progress;
  /** Leads to the page itself, for whom no script follows the reports. */
  refreshHref: string;
}) {
  const { recipients, counts } = progress;
  const waiting = counts.queued + counts.unknown;
  return (
    <div className="grid gap-4">
      {progress.statusReason && (
        <Notice tone="warn" title={progress.status === "paused" ? "Paused" : undefined}>
          <WithSetupLink text={progress.statusReason} />
        </Notice>
      )}
      {progress.trouble && (
        <Notice tone="warn" title="Messages wait for another try">
          {progress.trouble}{" "}
          {progress.nextTryAt && (
            <>
              They wait until <Time value={progress.nextTryAt} />, then we try again.{" "}
            </>
          )}
          {progress.failed === 0 && "Nothing is lost."}
        </Notice>
      )}
      {progress.quietUntil && (
        <Notice tone="info" title="Quiet hours">
          The rest waits until <Time value={progress.quietUntil} /> and then goes on by itself.
        </Notice>
      )}
      {progress.beyondLimit > 0 && (
        <Notice tone="info" title="Meta’s messaging limit">
          {countOf(progress.beyondLimit, "recipient waits", "recipients wait")} for room in the limit of 24
          hours. They get the message by themselves.
        </Notice>
      )}
      {progress.preparing && <Preparing {...progress.preparing} />}
      {recipients > 0 && !progress.preparing && (
        <Card>
          <ProgressBar
            label={`${formatCount(progress.done)} of ${formatCount(recipients)} sent or failed${
              counts.cancelled > 0 ? `, ${formatCount(counts.cancelled)} not sent` : ""
            }`}
            value={progress.done}
            max={recipients}
          />
          <p className="hint mt-2">
            {progress.status === "sending"
              ? paceOf(progress)
              : waiting > 0
                ? `${formatCount(waiting)} still waiting`
                : ""}
          </p>
          {progress.moving && !isRunning(progress.status) && (
            <p className="hint mt-2">
              Delivery reports and replies are still coming in.{" "}
              <a className="link" href={refreshHref}>
                Refresh
              </a>
            </p>
          )}
        </Card>
      )}
      {recipients > 0 && !progress.preparing && (
        <StatGrid>
          <Stat label="Sent" value={formatCount(progress.sent)} hint={share(progress.sent, recipients)} />
          <Stat
            label="Delivered"
            value={formatCount(progress.delivered)}
            hint={deliveredRate(progress)}
            meaning={deliveredMeaning}
          />
          <Stat
            label="Read"
            value={formatCount(progress.read)}
            hint={share(progress.read, progress.delivered)}
          />
          <Stat
            label="Replied"
            value={formatCount(progress.replied)}
            hint={share(progress.replied, progress.delivered)}
          />
          <Stat
            label="Failed"
            value={formatCount(progress.failed)}
            hint={share(progress.failed, recipients)}
          />
          {counts.cancelled > 0 && <Stat label="Not sent" value={formatCount(counts.cancelled)} />}
        </StatGrid>
      )}
    </div>
  );
}

function Preparing({ written, quoted }: NonNullable<Progress["preparing"]>) {
  return (
    <Card>
      <ProgressBar
        label={`Preparing… ${formatCount(written)} of ${formatCount(quoted)}`}
        value={written}
        max={Math.max(1, quoted)}
      />
      <p className="hint mt-2" role="status">
        We are preparing the list of recipients. Sending starts automatically.
      </p>
    </Card>
  );
}

function paceOf({ waitsFor, ratePerSecond, etaSeconds, pacePerMinute }: Progress): string {
  const speed =
    pacePerMinute === null || pacePerMinute < 1
      ? ratePerSecond === null
        ? "Sending"
        : `${formatCount(ratePerSecond)} messages a second`
      : `At your pace of ${formatCount(Math.round(pacePerMinute))} messages a minute`;
  if (waitsFor !== null) return `Waiting for “${waitsFor}”, which this number sends first.`;
  return [speed, etaSeconds === null ? "" : `about ${duration(etaSeconds)} left`].filter(Boolean).join(", ");
}

function duration(seconds: number): string {
  if (seconds < 90) return countOf(seconds, "second");
  if (seconds < 5400) return countOf(Math.round(seconds / 60), "minute");
  return countOf(Math.round(seconds / 3600), "hour");
}
