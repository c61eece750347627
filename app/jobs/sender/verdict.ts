import { refusalInWords } from "#app/domain/messages/blocked.ts";
import type { Move } from "#app/domain/messages/move.server.ts";
import { answerLost, neverAnswered, noLongerWanted } from "#app/domain/messages/reasons.ts";
import { isSendable } from "#app/domain/templates/status.ts";
import { judgedByMeta } from "#app/domain/whatsappAccounts/canSend.ts";
import { readOutcome } from "./outcome.ts";
import type { PostResult } from "./post.server.ts";
import type { Sender, TemplateRow } from "./sources.server.ts";
import type { Outgoing } from "./work.server.ts";

/**
 * After so many tries a message fails: what keeps coming back is not passing. By the delays of outcome.ts that takes about a
 * quarter of an hour, and forty minutes where the person got too many in a row.
 */
const maxAttempts = 12;

/** After so many tries without an answer it is not sent again: one person must not get it over and over. */
const maxDoubts = 3;
const retryUnreachableMs = 1000;

/** What a result means for the row, the number and the campaign. */
export interface Verdict {
  move: Move;
  /** Meta asked the whole number to slow down. */
  slowDown?: boolean;
  /** Nobody could be reached, so nothing was posted: the whole number waits. */
  unreachable?: boolean;
  /** The campaign cannot go on, in words for the member. */
  pauseReason?: string;
  /** Meta refused the account or the template, not the message: what we know of them may be out of date. */
  isAccountRefused?: boolean;
}

/** The row goes back to the queue, due at once: it was not posted. */
export function giveBack(row: Outgoing, at: Date): Move {
  return { id: row.id, state: "queued", at, dueAt: at };
}

export function fail(row: Outgoing, code: number, detail: string, at: Date): Move {
  return { id: row.id, state: "failed", at, errorCode: code, errorDetail: detail, attempted: true };
}

/**
 * The campaign cannot go on: this row waits with the others. A single message fails, since nothing resumes it; `detail`
 * is kept with it.
 */
function block(row: Outgoing, code: number, reason: string, at: Date, detail = reason): Verdict {
  if (row.campaignId === null) return { move: fail(row, code, detail, at) };
  return { move: giveBack(row, at), pauseReason: reason };
}

/** What is known to be in the way before a post, or null. */
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
      move: fail(
        row,
        noLongerWanted,
        "The contact opted out, withdrew consent or was deleted before this message was sent.",
        at,
      ),
    };
  if (!sender?.accessToken || sender.wabaStatus !== "connected")
    return block(
      row,
      190,
      "This number is not connected to WhatsApp any more. Connect it again, then resume.",
      at,
    );
  if (sender.numberStatus !== "CONNECTED") return block(row, 131045, judgedByMeta(sender.numberStatus), at);
  if (row.type !== "template") return null;
  if (!template) return block(row, 132001, "The template was deleted.", at);
  if (!isSendable(template.status)) {
    const reason = `Meta has set the template “${template.name}” to ${template.status.toLowerCase()}, so the rest was not sent.`;
    return block(row, 132015, reason, at);
  }
  return null;
}

/** What a post came to. `graceSeconds` later a row without an answer may be decided about. */
export function verdictOn(row: Outgoing, result: PostResult, at: Date, graceSeconds: number): Verdict {
  const doubt = (detail: string): Verdict => ({
    move:
      row.doubts + 1 >= maxDoubts
        ? fail(row, answerLost, neverAnswered, at)
        : {
            id: row.id,
            state: "unknown",
            at,
            errorCode: answerLost,
            errorDetail: detail,
            attempted: true,
            dueAt: new Date(at.getTime() + graceSeconds * 1000),
          },
  });
  const retry = (code: number, detail: string, delayMs: number): Move =>
    row.attempts + 1 >= maxAttempts
      ? fail(row, code, detail, at)
      : {
          id: row.id,
          state: "queued",
          at,
          errorCode: code,
          errorDetail: detail,
          attempted: true,
          dueAt: new Date(at.getTime() + delayMs),
        };
  if ("error" in result) {
    if (result.mayHaveLeft) return doubt("Meta's answer was lost.");
    const dueAt = new Date(at.getTime() + retryUnreachableMs);
    return { move: { id: row.id, state: "queued", at, dueAt }, unreachable: true };
  }
  const outcome = readOutcome(result.status, result.body, row.attempts);
  switch (outcome.kind) {
    case "accepted":
      return { move: { id: row.id, state: "accepted", at, wamid: outcome.wamid, attempted: true } };
    case "unknown":
      return doubt(outcome.detail);
    case "retry":
      return { move: retry(outcome.code, outcome.detail, outcome.delayMs), slowDown: outcome.slowDown };
    case "failed":
      return { move: fail(row, outcome.code, outcome.detail, at) };
    case "blocked":
      return {
        ...block(row, outcome.code, refusalInWords(outcome.code, outcome.detail), at, outcome.detail),
        isAccountRefused: true,
      };
  }
}
