import { blockedBy } from "#app/domain/messaging/messages/blocked.ts";
import { readMetaError } from "#app/domain/messaging/messages/metaError.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import { randomShare } from "#app/platform/secrets/random.ts";

/** What one POST to `/{PNID}/messages` came to (facts/whatsapp-cloud-api.md §6, §9, §15). */
export type Outcome =
  | { kind: "accepted"; wamid: string; bsuid?: string }
  /**
   * Meta certainly did not accept it; a retry may succeed. `slowDown`: the whole number must pause.
   * `isOutage`: Meta's or the account's own trouble, not this message's or this person's.
   */
  | { kind: "retry"; code: number; detail: string; delayMs: number; slowDown: boolean; isOutage: boolean }
  /** Meta refused this message permanently. */
  | { kind: "failed"; code: number; detail: string }
  /** The account or template cannot send now: the row waits and the campaign pauses. */
  | { kind: "blocked"; code: number; detail: string; account: boolean }
  /**
   * No response that shows whether Meta accepted it. `isOutage`: a proxy before Meta responded in its place.
   */
  | { kind: "unknown"; detail: string; isOutage: boolean };

const retryable = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056, 131057, 133004, 133015]);

const maxRetryDelayMs = 5 * 60_000;

/** Full jitter around an exponential delay. */
const backoff = (baseMs: number, factor: number, attempt: number, random: () => number) =>
  Math.min(maxRetryDelayMs, baseMs * factor ** attempt) * (0.5 + random() / 2);

interface Answer {
  error?: unknown;
  contacts?: { user_id?: unknown }[];
  messages?: { id?: unknown }[];
}

/** Reads an answer. `attempt` counts earlier tries of the same message, from 0. */
export function readOutcome(
  status: number,
  body: string,
  attempt: number,
  random: () => number = randomShare,
): Outcome {
  let parsed: Answer | undefined;
  try {
    parsed = JSON.parse(body) as Answer;
  } catch {
    parsed = undefined;
  }
  if (status >= 200 && status < 300) {
    const wamid = parsed?.messages?.[0]?.id;
    const bsuid = parsed?.contacts?.[0]?.user_id;
    return typeof wamid === "string" && wamid !== ""
      ? {
          kind: "accepted",
          wamid: wamid.replaceAll("\0", ""),
          ...(typeof bsuid === "string" ? { bsuid } : {}),
        }
      : { kind: "unknown", detail: sendNote("send.unreadable"), isOutage: false };
  }
  const error = readMetaError(parsed?.error);
  if (!error) {
    if (status === 429)
      return {
        kind: "retry",
        code: 130429,
        detail: sendNote("send.slow_down"),
        delayMs: backoff(1000, 2, attempt, random),
        slowDown: true,
        isOutage: false,
      };
    return {
      kind: "unknown",
      detail: sendNote("send.status", { status }),
      isOutage: status >= 500,
    };
  }
  const { code, detail, isTransient, subcode } = error;
  // An unknown number (subcode 33) is the account's trouble, another bad parameter the message's.
  const blocked = code === 100 && subcode === 33 ? "account" : blockedBy(code);
  const isTooFast = status === 429 && blocked === null;
  if (retryable.has(code) || isTooFast || (code !== 100 && isTransient)) {
    const pair = code === 131056;
    const slowDown = code === 130429 || code === 4 || code === 80007 || status === 429;
    return {
      kind: "retry",
      code,
      detail,
      slowDown,
      isOutage: !slowDown && !pair,
      delayMs: pair
        ? Math.min(maxRetryDelayMs, 1000 * 4 ** (attempt + 1))
        : backoff(1000, 2, attempt, random),
    };
  }
  return blocked
    ? { kind: "blocked", code, detail, account: blocked === "account" }
    : { kind: "failed", code, detail };
}
