import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 1000;
const heartbeatMs = 15_000;

/**
 * Events that tell a screen to load itself anew: one event as soon as `mark()` answers something else than the screen last
 * saw (`since`, or the id of the last event where the browser connects again). Comments keep proxies from closing an idle
 * stream; it ends when it is cancelled, and when `mark` fails.
 */
export function changeEvents(
  request: Request,
  options: { since: string | undefined; mark(): Promise<string> },
): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const { signal } = gone;
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

  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode("retry: 3000\n\n"));
    },
    async pull(controller) {
      const chunk = await nextChunk().catch(() => undefined);
      if (signal.aborted) return;
      if (chunk === undefined) return controller.close();
      lastWriteMs = performance.now();
      controller.enqueue(encoder.encode(chunk));
    },
    cancel() {
      gone.abort();
    },
  });
}
