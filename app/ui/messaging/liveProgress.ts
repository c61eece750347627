import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";
import { isRunning } from "#app/domain/campaigns/words.ts";
import { askAgain, whileSeen } from "#app/ui/whileSeen.ts";

export type Progress = CallOutput<"GET /campaigns/:campaignId/progress">;

const refreshEveryMs = 10_000;
/** The rest of the page, recipients and cost, follows the figures at this distance; for the reports after the end ever more slowly. */
const followEveryMs = 5000;
const slowestEveryMs = 20_000;

/**
 * The progress of a campaign, followed by server-sent events while `following` and while the tab is looked at. The page
 * is loaded anew when the status changes, some seconds after the figures moved, and when the stream ends. Where no stream
 * is given, it is loaded anew every ten seconds. Without script, what the page was drawn with.
 */
export function useLiveProgress(campaignId: string, drawn: Progress, following: boolean): Progress {
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<Progress | null>(null);
  const shown = useRef(drawn);
  useEffect(() => {
    shown.current = drawn;
  }, [drawn]);
  const { status } = drawn;
  useEffect(() => {
    if (!following) return;
    const leave = whileSeen(() => {
      let stopAsking: (() => void) | undefined;
      let refresh: ReturnType<typeof setTimeout> | undefined;
      let distanceMs = followEveryMs;
      const source = new EventSource(`/messaging/campaigns/${campaignId}/events`);
      source.addEventListener("progress", (event) => {
        const progress = JSON.parse(event.data) as Progress;
        setTold(progress);
        const { counts } = shown.current;
        // What can be done about the failed ones stands beside their number once it has ended.
        const hasNewFailures = !isRunning(status) && progress.counts.failed !== counts.failed;
        if (progress.status !== status || hasNewFailures) void revalidate();
        else if (JSON.stringify(progress.counts) !== JSON.stringify(counts))
          refresh ??= setTimeout(() => {
            refresh = undefined;
            if (!isRunning(status)) distanceMs = Math.min(slowestEveryMs, 2 * distanceMs);
            void revalidate();
          }, distanceMs);
      });
      source.addEventListener("end", () => {
        source.close();
        void revalidate();
      });
      source.addEventListener("error", () => {
        // A refused stream is not tried again by the browser.
        if (source.readyState === EventSource.CLOSED)
          stopAsking ??= askAgain(revalidate, () => refreshEveryMs);
      });
      return () => {
        source.close();
        stopAsking?.();
        clearTimeout(refresh);
      };
    });
    return () => {
      leave();
      setTold(null);
    };
  }, [campaignId, following, status, revalidate]);
  return told ?? drawn;
}
