import { findSession } from "#app/domain/sessions/find.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import type { MemberContext } from "./context.ts";

/** A stream ends after this time; the browser connects again by itself, and is asked anew who it is. */
const longestMs = 5 * 60_000;
const askSessionEveryMs = 15_000;
/** Streams of one user in this process. A tab has one, while it is looked at. */
const maxStreams = 10;

const openStreams = new Map<string, number>();

/**
 * Server-sent events for a member, as the answer to `request`. `open` makes the body, which is cancelled when the browser goes,
 * after five minutes, and within 15 seconds of the end of the session or membership.
 * @throws DomainError `events.too_many_streams`.
 */
export function eventStream(
  ctx: MemberContext,
  request: Request,
  open: () => ReadableStream<Uint8Array>,
): Response {
  const { userId } = ctx.session;
  const count = openStreams.get(userId) ?? 0;
  if (count >= maxStreams) {
    throw new DomainError(
      "too_many",
      "events.too_many_streams",
      `${maxStreams} of your pages follow the news already. Close one of them, or refresh this page yourself.`,
      { retryAfterSeconds: askSessionEveryMs / 1000 },
    );
  }
  openStreams.set(userId, count + 1);
  return new Response(watched(ctx, request, open()), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // A proxy that gathers the answer would hold the events back.
      "x-accel-buffering": "no",
    },
  });
}

function watched(
  ctx: MemberContext,
  request: Request,
  body: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  const { userId } = ctx.session;
  const reader = body.getReader();
  const startedAt = performance.now();
  const timer = setInterval(async () => {
    const isOver = performance.now() - startedAt >= longestMs;
    if (isOver || !(await maySeeMore(ctx, request))) end();
  }, askSessionEveryMs).unref();
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    request.signal.removeEventListener("abort", end);
    const others = (openStreams.get(userId) ?? 1) - 1;
    if (others === 0) openStreams.delete(userId);
    else openStreams.set(userId, others);
    // A read that waits is answered by this, and closes the stream.
    void reader.cancel().catch(() => undefined);
  };
  request.signal.addEventListener("abort", end, { once: true });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (!done && value) return controller.enqueue(value);
      end();
      controller.close();
    },
    cancel: end,
  });
}

/** When the database does not answer, the next look will tell. */
async function maySeeMore(ctx: MemberContext, request: Request): Promise<boolean> {
  try {
    const session = await findSession(ctx, request.headers.get("cookie"));
    return session?.sessionId === ctx.session.sessionId && session.orgId === ctx.orgId;
  } catch {
    return true;
  }
}
