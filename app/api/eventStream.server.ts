import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 1000;
const heartbeatMs = 15_000;
/** A stream ends after this time; the browser connects again by itself, and is asked anew who it is. */
const longestMs = 5 * 60_000;

/**
 * Server-sent events that tell a screen to load itself anew: one event as soon as `mark()` answers something else than
 * the screen last saw (`since`, or the id of the last event where the browser connects again). Comments keep
 * proxies from closing an idle stream; it ends when the browser goes, when `mark` fails, and after five minutes.
 */
export function eventStream(
  request: Request,
  options: { since: string | undefined; mark(): Promise<string> },
): Response {
  const gone = new AbortController();
  const signal = AbortSignal.any([request.signal, gone.signal, AbortSignal.timeout(longestMs)]);
  const encoder = new TextEncoder();
  let seen = request.headers.get("last-event-id") ?? options.since;
  let lastWriteMs = performance.now();

  async function nextChunk(): Promise<string | undefined> {
    while (!signal.aborted) {
      const mark = await options.mark();
      const changed = seen !== undefined && mark !== seen;
      seen = mark;
      if (changed) return `id: ${mark}\ndata: changed\n\n`;
      if (performance.now() - lastWriteMs >= heartbeatMs) return ":\n\n";
      await sleep(pollMs, undefined, { signal });
    }
    return undefined;
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 3000\n\n"));
    },
    async pull(controller) {
      const chunk = await nextChunk().catch(() => undefined);
      if (chunk === undefined) {
        if (!gone.signal.aborted) controller.close();
        return;
      }
      lastWriteMs = performance.now();
      controller.enqueue(encoder.encode(chunk));
    },
    cancel() {
      gone.abort();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}
