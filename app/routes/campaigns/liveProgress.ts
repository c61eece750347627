import { useEffect, useRef, useState } from "react";
import { href, useRevalidator } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { isRunning } from "#app/domain/messaging/campaigns/words.ts";
import { useLive } from "#app/web/live.ts";
import { askAgain } from "#app/web/whileSeen.ts";

export type Progress = CallOutput<"GET /campaigns/:campaignId/progress">;

const refreshEveryMs = 10_000;
/** The rest of the page, recipients and cost, follows the figures at this distance; for the reports after the end ever more slowly. */
const followEveryMs = 5000;
const slowestEveryMs = 20_000;

/**
 * The progress of a campaign, followed while `following` and while the tab is looked at. The page is loaded anew when the
 * status changes, some seconds after the figures moved, and when the stream ends. Where no stream is given, it is loaded
 * anew every ten seconds. Without script, what the page was drawn with.
 */
export function useLiveProgress(campaignId: string, drawn: Progress, following: boolean): Progress {
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<{ of: string; progress: Progress } | null>(null);
  const rest = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; distanceMs: number }>({
    distanceMs: followEveryMs,
  });
  // What was told before the page was drawn with another status is out of date.
  const subject = `${campaignId} ${drawn.status} ${following}`;
  useEffect(
    () => () => {
      if (subject) clearTimeout(rest.current.timer);
      rest.current = { distanceMs: followEveryMs };
    },
    [subject],
  );
  const loadTheRestSoon = () => {
    const { current } = rest;
    current.timer ??= setTimeout(() => {
      current.timer = undefined;
      if (!isRunning(drawn.status)) current.distanceMs = Math.min(slowestEveryMs, 2 * current.distanceMs);
      void revalidate();
    }, current.distanceMs);
  };
  useLive(following ? href("/messaging/campaigns/:campaignId/events", { campaignId }) : null, {
    on: {
      progress(data) {
        const progress = JSON.parse(data) as Progress;
        setTold({ of: subject, progress });
        // What can be done about the failed ones stands beside their number once it has ended.
        const hasNewFailures = !isRunning(drawn.status) && progress.counts.failed !== drawn.counts.failed;
        if (progress.status !== drawn.status || hasNewFailures) void revalidate();
        else if (JSON.stringify(progress.counts) !== JSON.stringify(drawn.counts)) loadTheRestSoon();
      },
      end(_, source) {
        source.close();
        void revalidate();
      },
    },
    refused: () => askAgain(revalidate, () => refreshEveryMs),
  });
  return told?.of === subject ? told.progress : drawn;
}
