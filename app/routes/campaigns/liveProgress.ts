import { useEffect, useRef, useState } from "react";
import { href, useRevalidator } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { isRunning } from "#app/domain/messaging/campaigns/words.ts";
import { useLive } from "#app/web/live.ts";
import { poll } from "#app/web/whileVisible.ts";

export type Progress = CallOutput<"GET /campaigns/:campaignId/progress">;

const refreshEveryMs = 10_000;
/**
 * The rest of the page, recipients and cost, reloads at this interval; ever more slowly for the reports after
 * the end.
 */
const followEveryMs = 5000;
const slowestEveryMs = 20_000;

/**
 * A campaign's progress, followed while `following` and the tab is visible. The page reloads when the status
 * changes, some seconds after the figures moved, and when the stream ends. Without a stream, it reloads every
 * ten seconds. Without script, the figures are those of the page.
 */
export function useLiveProgress(campaignId: string, drawn: Progress, following: boolean): Progress {
  const { revalidate } = useRevalidator();
  const [received, setReceived] = useState<{ of: string; progress: Progress } | null>(null);
  const rest = useRef<{ timer?: ReturnType<typeof setTimeout> | undefined; distanceMs: number }>({
    distanceMs: followEveryMs,
  });
  // Progress received before the page had another status is stale.
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
        setReceived({ of: subject, progress });
        // Actions on failed messages are next to their number once it has ended.
        const hasNewFailures = !isRunning(drawn.status) && progress.counts.failed !== drawn.counts.failed;
        if (progress.status !== drawn.status || hasNewFailures) void revalidate();
        else if (JSON.stringify(progress.counts) !== JSON.stringify(drawn.counts)) loadTheRestSoon();
      },
      end(_, source) {
        source.close();
        void revalidate();
      },
    },
    refused: () => poll(revalidate, () => refreshEveryMs),
  });
  return received?.of === subject ? received.progress : drawn;
}
