import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { Move } from "./move.server.ts";
import { mayMove } from "./states.ts";

/** What a report does to a message. A value of undefined leaves the stored one. */
export interface Change {
  state: MessageState;
  attempts: 0 | 1;
  dueAt: Date | null | undefined;
  error: { code: number | null; detail: string | null } | undefined;
  /** By the database's clock, which decides when a message may be sent again. */
  inDoubtSince: Date | undefined;
  /** Stored only when there is none yet. */
  acceptedAt: Date | undefined;
  sentAt: Date | undefined;
  deliveredAt: Date | undefined;
  readAt: Date | undefined;
  failedAt: Date | undefined;
}

const isUnderway = (state: MessageState) => state === "queued" || state === "unknown";
const wasAccepted = (state: MessageState) =>
  state === "accepted" || state === "sent" || state === "delivered" || state === "read";

/**
 * A report on a message in state `old`. The state goes forward only; a report that comes late leaves its time. A failure of
 * our own making (a code below 0) is a guess: it moves no message of which Meta has said something.
 */
export function changeOf(old: MessageState, report: Move, now: Date): Change {
  const { state, at, errorCode } = report;
  const isGuess = state === "failed" && (errorCode ?? 0) < 0;
  const moves = mayMove(old, state) && !(isGuess && !isUnderway(old));
  const applies = moves || state === old;
  return {
    state: moves ? state : old,
    attempts: report.attempted ? 1 : 0,
    dueAt: isUnderway(old) && applies ? dueAtOf(report, now) : undefined,
    error: errorAfter(report, { moves, applies }),
    inDoubtSince: state === "unknown" && isUnderway(old) ? now : undefined,
    acceptedAt: wasAccepted(state) ? at : undefined,
    sentAt: state === "sent" ? at : undefined,
    deliveredAt: state === "delivered" || state === "read" ? at : undefined,
    readAt: state === "read" ? at : undefined,
    failedAt: state === "failed" && moves ? at : undefined,
  };
}

/** By the database's clock. */
const dueAtOf = ({ at, dueAt }: Move, now: Date): Date | null =>
  dueAt ? new Date(now.getTime() + dueAt.getTime() - at.getTime()) : null;

/** An error is stored with the report that has it, and ends when the message moves on. */
function errorAfter(
  { state, errorCode, errorDetail }: Move,
  { moves, applies }: { moves: boolean; applies: boolean },
): Change["error"] {
  if (errorCode !== undefined && applies)
    // PostgreSQL stores no NUL; such a text from Meta must not block a batch.
    return { code: errorCode, detail: errorDetail?.replaceAll("\0", "") ?? null };
  return moves && !isUnderway(state) ? { code: null, detail: null } : undefined;
}
