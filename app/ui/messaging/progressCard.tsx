import { isRunning } from "#app/domain/campaigns/words.ts";
import { countOf, formatCount } from "#app/shared/counts.ts";
import { percentOf } from "#app/shared/percent.ts";
import { Notice } from "../notice.tsx";
import { Card, Stat, StatGrid } from "../page.tsx";
import { ProgressBar } from "../progress.tsx";
import { WithSetupLink } from "../setupLink.tsx";
import type { Progress } from "./liveProgress.ts";

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
          {progress.failed > 0
            ? "We go on trying with the others."
            : "Nothing is lost so far: we go on trying."}
        </Notice>
      )}
      {recipients === 0 && progress.status === "preparing" && (
        <Card>
          <p role="status">The list of recipients is being written. Sending begins by itself.</p>
        </Card>
      )}
      {recipients > 0 && (
        <Card>
          <ProgressBar
            label={`${formatCount(progress.done)} of ${formatCount(recipients)} sent or failed${
              counts.cancelled > 0 ? `, ${formatCount(counts.cancelled)} not sent` : ""
            }`}
            value={progress.done}
            max={recipients}
          />
          <p className="hint mt-2">
            {progress.status === "preparing"
              ? "The list of recipients is being written."
              : progress.status === "sending"
                ? paceOf(progress)
                : waiting > 0
                  ? `${formatCount(waiting)} still waiting`
                  : ""}
          </p>
          {progress.moving && !isRunning(progress.status) && (
            <p className="hint mt-2">
              Reports of delivery and reading, and replies, still come in.{" "}
              <a className="link" href={refreshHref}>
                Refresh
              </a>
            </p>
          )}
        </Card>
      )}
      {recipients > 0 && (
        <StatGrid>
          <Stat label="Sent" value={formatCount(progress.sent)} hint={share(progress.sent, recipients)} />
          <Stat
            label="Delivered"
            value={formatCount(progress.delivered)}
            hint={share(progress.delivered, progress.sent)}
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

function paceOf({ waitsFor, ratePerSecond, etaSeconds }: Progress): string {
  if (waitsFor !== null) return `Waits for “${waitsFor}”, which the same number sends first.`;
  return [
    ratePerSecond === null ? "Sending" : `${formatCount(ratePerSecond)} messages a second`,
    etaSeconds === null ? "" : `about ${duration(etaSeconds)} left`,
  ]
    .filter(Boolean)
    .join(", ");
}

function duration(seconds: number): string {
  if (seconds < 90) return countOf(seconds, "second");
  if (seconds < 5400) return countOf(Math.round(seconds / 60), "minute");
  return countOf(Math.round(seconds / 3600), "hour");
}
