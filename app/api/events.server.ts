import { apiError } from "#app/api/errors.ts";
import { type ChangeKind, changesChannel } from "#app/db/notify.server.ts";
import { findSession } from "#app/domain/accounts/sessions/find.server.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { tokensOf } from "./browserTokens.ts";

/** A stream ends after this time; the browser reconnects automatically, and is authenticated again. */
const longestMs = 5 * 60_000;
const askSessionEveryMs = 15_000;
const heartbeatMs = 15_000;
/** Streams of one user in this process. A visible tab has one or two. */
const maxStreams = 10;

export interface ServerSentEvent {
  event?: string;
  id?: string;
  data: string;
}

/**
 * The result of a check: events to send, when time alone brings a change, and whether it was the last check.
 */
export interface Snapshot {
  events: ServerSentEvent[];
  againInMs?: number | undefined;
  isLast?: boolean;
}

/** Notifications that are stored nowhere: each becomes an event of its own, or none. */
export interface Signals {
  channel: string;
  eventOf(payload: string): ServerSentEvent | null;
}

/** A subject that a page follows. It is checked when one of its kinds changed, at most once in `everyMs`. */
export interface Watched {
  kinds: readonly ChangeKind[];
  everyMs: number;
  read(): Promise<Snapshot>;
  signals?: Signals | undefined;
}

const openStreams = new Map<string, number>();

/**
 * Server-sent events for a member, as the response to `request`. It ends when the browser disconnects, after
 * five minutes, within 15 seconds of the end of the session or membership, and when a check fails. A page
 * without changes makes no queries. @throws DomainError `events.too_many_streams`.
 */
export function eventStream(ctx: MemberContext, request: Request, followed: Watched): Response {
  takePlace(ctx.session.userId);
  const gone = new AbortController();
  const alarm = createAlarm();
  const startedAt = performance.now();
  const timer = setInterval(async () => {
    const isOver = performance.now() - startedAt >= longestMs;
    if (isOver || !(await maySeeMore(ctx, request))) end();
  }, askSessionEveryMs).unref();
  const { signals, leave } = listenTo(ctx, followed, alarm);
  function end() {
    if (gone.signal.aborted) return;
    gone.abort();
    clearInterval(timer);
    leave();
    request.signal.removeEventListener("abort", end);
    givePlaceBack(ctx.session.userId);
    alarm.ring();
  }
  request.signal.addEventListener("abort", end, { once: true });
  const chunks = chunksOf({ followed, signals, alarm, signal: gone.signal }, (error) =>
    ctx.log.warn({ err: error, kinds: followed.kinds }, "event stream"),
  );
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await chunks.next();
      if (value && !gone.signal.aborted) return controller.enqueue(encoder.encode(value));
      end();
      controller.close();
    },
    cancel: end,
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      // A buffering proxy would hold the events back.
      "x-accel-buffering": "no",
    },
  });
}

/** Rings for changes and collects signals, until `leave` is called. */
function listenTo({ db, orgId: own }: MemberContext, { kinds, signals: wanted }: Watched, alarm: Alarm) {
  const leaveChanges = db.listen(changesChannel, (payload) => {
    const [orgId, kind] = payload?.split(" ") ?? [];
    if (payload === undefined || (orgId === own && kinds.includes(kind as ChangeKind))) alarm.ring();
  });
  const signals: ServerSentEvent[] = [];
  const leaveSignals =
    wanted &&
    db.listen(wanted.channel, (payload) => {
      const event = payload === undefined ? null : wanted.eventOf(payload);
      if (!event) return;
      signals.push(event);
      alarm.wake();
    });
  return {
    signals,
    leave() {
      leaveChanges();
      leaveSignals?.();
    },
  };
}

interface Stream {
  followed: Watched;
  /** Events that are still to be sent. */
  signals: ServerSentEvent[];
  alarm: Alarm;
  signal: AbortSignal;
}

/** The text of a stream, piece by piece. Comments keep proxies from closing an idle one. */
async function* chunksOf(
  { followed, signals, alarm, signal }: Stream,
  log: (error: unknown) => void,
): AsyncGenerator<string, undefined> {
  yield "retry: 3000\n\n";
  while (!signal.aborted) {
    const lookedAt = performance.now();
    const found = await followed.read().catch(log);
    if (!found || signal.aborted) return;
    if (found.events.length > 0) yield framesOf(found.events);
    if (found.isLast) return;
    const dueAt = lookedAt + (found.againInMs ?? Number.POSITIVE_INFINITY);
    for (;;) {
      if (signals.length > 0) yield framesOf(signals.splice(0));
      const isRung = await alarm.rings(Math.min(heartbeatMs, dueAt - performance.now()));
      if (isRung || signal.aborted || performance.now() >= dueAt) break;
      if (signals.length === 0) yield ":\n\n";
    }
    await alarm.rest(followed.everyMs - (performance.now() - lookedAt), signal);
  }
}

const frameOf = ({ event, id, data }: ServerSentEvent) =>
  `${event ? `event: ${event}\n` : ""}${id ? `id: ${id}\n` : ""}data: ${data}\n\n`;

const framesOf = (events: readonly ServerSentEvent[]) => events.map(frameOf).join("");

type Alarm = ReturnType<typeof createAlarm>;

/** Remembers a ring that nothing waited for. */
function createAlarm() {
  let isRung = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    ring() {
      isRung = true;
      wake();
    },
    /** Ends a pause without a check. */
    wake: () => wake(),
    /** Resolves to whether it was rung within `ms`. */
    async rings(ms: number): Promise<boolean> {
      if (!isRung) await pause(ms);
      const answer = isRung;
      isRung = false;
      return answer;
    },
    /** Waits `ms`, however often it is rung; the end of the stream ends the wait. */
    async rest(ms: number, signal: AbortSignal): Promise<void> {
      const until = performance.now() + ms;
      for (let left = ms; left > 0 && !signal.aborted; left = until - performance.now()) await pause(left);
      isRung = false;
    },
  };
}

function takePlace(userId: string): void {
  const count = openStreams.get(userId) ?? 0;
  if (count >= maxStreams) {
    throw apiError("events.too_many_streams", {
      values: { maxStreams },
      retryAfterSeconds: askSessionEveryMs / 1000,
    });
  }
  openStreams.set(userId, count + 1);
}

function givePlaceBack(userId: string): void {
  const others = (openStreams.get(userId) ?? 1) - 1;
  if (others === 0) openStreams.delete(userId);
  else openStreams.set(userId, others);
}

/** When the database fails, the next check retries. */
async function maySeeMore(ctx: MemberContext, request: Request): Promise<boolean> {
  try {
    const session = await findSession(ctx, tokensOf(request).session);
    return session?.sessionId === ctx.session.sessionId && session.orgId === ctx.orgId;
  } catch {
    return true;
  }
}

/**
 * A subject whose change makes a screen reload. `mark` names its state, and says when time alone changes it;
 * `since` is the mark that the screen shows, or the id of the last event when the browser reconnects.
 */
export function changesOf(
  request: Request,
  options: Pick<Watched, "kinds" | "signals"> & {
    since: string | undefined;
    mark(): Promise<{ mark: string; changesInMs: number | null }>;
  },
): Watched {
  let seen = request.headers.get("last-event-id") ?? options.since;
  return {
    kinds: options.kinds,
    signals: options.signals,
    everyMs: 250,
    async read() {
      const { mark, changesInMs } = await options.mark();
      const isNews = seen !== undefined && mark !== seen;
      seen = mark;
      return { events: isNews ? [{ id: mark, data: "changed" }] : [], againInMs: changesInMs ?? undefined };
    },
  };
}
