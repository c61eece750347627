import { campaignReasonNote } from "#app/domain/messaging/campaigns/reasonWords.ts";
import type { Move } from "#app/domain/messaging/messages/move.server.ts";
import { answerLost, metaIsDown, noLongerWanted, tooOften } from "#app/domain/messaging/messages/reasons.ts";
import { sendNote } from "#app/domain/messaging/messages/sendNotes.ts";
import { isSendable } from "#app/domain/whatsapp/templates/status.ts";
import type { Reason } from "#app/platform/errors.ts";
import type { Breaker } from "./breaker.ts";
import { readOutcome } from "./outcome.ts";
import type { Outgoing } from "./outgoing.server.ts";
import type { PostResult } from "./post.server.ts";
import type { Sender, TemplateRow } from "./sources.server.ts";

/**
 * The number of tries after which a message fails, as its error is not transient. By the delays of outcome.ts
 * that takes about a quarter of an hour, and forty minutes where the person got too many messages in a row.
 */
const maxAttempts = 12;

/**
 * The number of tries without a response after which a message is not resent, so that no one gets it
 * repeatedly.
 */
const maxDoubts = 3;
const retryUnreachableMs = 1000;

/** The consequence of a result for the row, the number and the campaign. */
export interface Verdict {
  move: Move;
  /** Meta asked the whole number to slow down. */
  slowDown?: boolean;
  /** No response, or only Meta's own errors. */
  isOutage?: boolean;
  /** The campaign cannot continue. */
  pauseReason?: Reason;
  /** Meta refused the account or the template, not the message: what we know of them may be out of date. */
  isAccountRefused?: boolean;
}

/** The row goes back to the queue, due at once: it was not posted. */
export function requeue(row: Outgoing, at: Date): Move {
  return { id: row.id, state: "queued", at, dueAt: at };
}

/** `detail` is Meta's text or a note; our own codes need none. */
export function fail(row: Outgoing, code: number, at: Date, detail?: string): Move {
  return {
    ...{ id: row.id, state: "failed", at, errorCode: code, attempted: true },
    ...(detail === undefined ? {} : { errorDetail: detail }),
  };
}

/**
 * The campaign cannot continue: this row waits with the others. A single message fails, since nothing resumes
 * it; `detail` is stored with it.
 */
function block(
  row: Outgoing,
  code: number,
  reason: Reason,
  at: Date,
  detail = campaignReasonNote(reason),
): Verdict {
  if (row.campaignId === null) return { move: fail(row, code, at, detail) };
  return { move: requeue(row, at), pauseReason: reason };
}

/** A known obstacle to posting, or null. */
export function obstacleTo(
  row: Outgoing,
  sender: Sender | null,
  template: TemplateRow | null,
  at: Date,
): Verdict | null {
  const isUnwanted =
    row.consent === "stopped" || (template?.category === "MARKETING" && row.consent !== "granted");
  if (row.campaignId !== null && isUnwanted)
    return {
      move: fail(row, noLongerWanted, at),
    };
  if (row.isCapped) return { move: fail(row, tooOften, at) };
  if (!sender?.accessToken || sender.wabaStatus !== "connected")
    return block(row, 190, { code: "campaign.connection_lost" }, at);
  if (sender.numberStatus !== "CONNECTED")
    return block(row, 131045, { code: "campaign.number_judged", said: sender.numberStatus }, at);
  if (row.type !== "template") return null;
  if (!template) return block(row, 132001, { code: "campaign.template_gone" }, at);
  if (!isSendable(template.status)) {
    const reason = { code: "campaign.template_judged", about: template.name, said: template.status };
    return block(row, 132015, reason, at);
  }
  return null;
}

/** Meta's code for a file that it could not take. */
const fileNotTaken = 131053;
/** Meta's codes for a missing file; 100 and 131009 when the id is unknown to it. */
const fileGone = new Set([100, 131009, 131052, fileNotTaken]);

/** A message whose file Meta does not have yet waits for it; one whose file Meta refuses fails. */
export function waitsForFile(
  row: Outgoing,
  obstacle: { retryInMs: number } | { refused: string } | null,
  at: Date,
): Verdict | null {
  if (!obstacle) return null;
  if ("refused" in obstacle) return { move: fail(row, fileNotTaken, at, obstacle.refused) };
  return { move: { ...requeue(row, at), dueAt: new Date(at.getTime() + obstacle.retryInMs) } };
}

/** A refused message with files is retried once, with the files uploaded again. */
export function reuploadFiles(row: Outgoing, verdict: Verdict, at: Date): Verdict | null {
  const { state, errorCode } = verdict.move;
  if (state !== "failed" || row.attempts > 0 || !fileGone.has(errorCode ?? 0)) return null;
  return {
    move: { ...requeue(row, at), dueAt: new Date(at.getTime() + retryUnreachableMs), attempted: true },
  };
}

/** A try that says nothing of the message: Meta is down, so it counts neither as a doubt nor as a try. */
const notCounted = (
  state: "queued" | "unknown",
  row: Outgoing,
  detail: string,
  at: Date,
  delayMs: number,
) => ({
  id: row.id,
  state,
  at,
  errorCode: metaIsDown,
  errorDetail: detail,
  dueAt: new Date(at.getTime() + delayMs),
});

/**
 * What a post came to; `breaker` as it stood before. `graceSeconds` later a row without an answer may be decided about.
 * A lost answer counts against its message only when Meta answered the number otherwise: an outage, however long, fails
 * nothing. Trouble that Meta itself names counts until several messages in a row had it.
 */
export function verdictOn(
  row: Outgoing,
  result: PostResult,
  at: Date,
  graceSeconds: number,
  breaker: Pick<Breaker, "isOpen" | "isAnswering">,
): Verdict {
  const graceMs = graceSeconds * 1000;
  const doubt = (detail: string, isOutage: boolean): Move => {
    if (isOutage && !breaker.isAnswering) return notCounted("unknown", row, detail, at, graceMs);
    if (row.doubts + 1 >= maxDoubts) return fail(row, answerLost, at);
    const dueAt = new Date(at.getTime() + graceMs);
    const reason = { errorCode: answerLost, errorDetail: detail, attempted: true };
    return { id: row.id, state: "unknown", at, dueAt, ...reason };
  };
  if ("error" in result) {
    if (result.mayHaveLeft) return { move: doubt(sendNote("send.response_lost"), true), isOutage: true };
    const move = notCounted("queued", row, sendNote("send.unreachable"), at, retryUnreachableMs);
    return { move, isOutage: true };
  }
  const outcome = readOutcome(result.status, result.body, row.attempts);
  switch (outcome.kind) {
    case "accepted":
      return {
        move: {
          id: row.id,
          state: "accepted",
          at,
          wamid: outcome.wamid,
          attempted: true,
          ...(outcome.bsuid ? { person: { waId: row.recipient, bsuid: outcome.bsuid } } : {}),
        },
      };
    case "unknown":
      return { move: doubt(outcome.detail, outcome.isOutage), isOutage: outcome.isOutage };
    case "retry":
      return {
        move: retry(row, outcome, at, outcome.isOutage && breaker.isOpen),
        slowDown: outcome.slowDown,
        isOutage: outcome.isOutage,
      };
    case "failed":
      return { move: fail(row, outcome.code, at, outcome.detail) };
    case "blocked":
      return {
        ...block(
          row,
          outcome.code,
          { code: `meta.${outcome.code}`, said: outcome.detail },
          at,
          outcome.detail,
        ),
        isAccountRefused: true,
      };
  }
}

function retry(
  row: Outgoing,
  { code, detail, delayMs }: { code: number; detail: string; delayMs: number },
  at: Date,
  isOutage: boolean,
): Move {
  if (!isOutage && row.attempts + 1 >= maxAttempts) return fail(row, code, at, detail);
  return {
    id: row.id,
    state: "queued",
    at,
    errorCode: code,
    errorDetail: detail,
    attempted: !isOutage,
    dueAt: new Date(at.getTime() + delayMs),
  };
}
