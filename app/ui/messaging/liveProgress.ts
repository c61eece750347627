import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { CallOutput } from "#app/api/client.server.ts";

export type Progress = CallOutput<"GET /campaigns/:campaignId/progress">;

const refreshEveryMs = 10_000;

/**
 * The progress of a campaign, followed by server-sent events while `following`; the page is loaded anew when the status
 * changes and when the stream ends. Where no stream is given, it is loaded anew every ten seconds. Without script, what the page was drawn with.
 */
export function useLiveProgress(campaignId: string, drawn: Progress, following: boolean): Progress {
  const { revalidate } = useRevalidator();
  const [told, setTold] = useState<Progress | null>(null);
  const { status } = drawn;
  useEffect(() => {
    if (!following) return;
    const source = new EventSource(`/messaging/campaigns/${campaignId}/events`);
    source.addEventListener("progress", (event) => {
      const progress = JSON.parse(event.data) as Progress;
      setTold(progress);
      if (progress.status !== status) void revalidate();
    });
    source.addEventListener("end", () => {
      source.close();
      void revalidate();
    });
    let timer: ReturnType<typeof setInterval> | undefined;
    source.addEventListener("error", () => {
      // A refused stream is not tried again by the browser.
      if (source.readyState === EventSource.CLOSED)
        timer ??= setInterval(() => void revalidate(), refreshEveryMs);
    });
    return () => {
      clearInterval(timer);
      source.close();
      setTold(null);
    };
  }, [campaignId, following, status, revalidate]);
  return told ?? drawn;
}
