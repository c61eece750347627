import type { TaxState } from "#app/db/schema/money/etims.ts";
import type { TaxAnswer, TaxRegistration } from "#app/platform/gates/etims.ts";

/** How far a document is at KRA: of ours, or of an organisation. */
export interface TaxProgress extends TaxRegistration {
  state: TaxState;
  attempts: number;
  nextTryAt: Date | null;
  resultCode: string | null;
  resultText: string | null;
  submittedAt: Date | null;
  decidedAt: Date | null;
}

/** Longer than the longest call: after it, the response is lost. */
const answerLostMs = 2 * 60_000;
const longestPauseMs = 30 * 60_000;

/** Exponential backoff. */
const pauseAfter = (attempts: number) => Math.min(30_000 * 2 ** Math.min(attempts, 10), longestPauseMs);

type Open = Pick<TaxProgress, "state" | "attempts" | "nextTryAt" | "submittedAt">;

/** Whether the first unaccepted document may be sent now. A refused one waits for a person. */
export const isSendable = ({ state, nextTryAt }: Open, now: Date): boolean =>
  state !== "refused" && !(nextTryAt && nextTryAt > now);

/** Marks a document as submitted, before KRA is called. */
export const submittedAt = ({ attempts, submittedAt: first }: Open, now: Date) => ({
  state: "submitted" as const,
  attempts: attempts + 1,
  submittedAt: first ?? now,
  nextTryAt: new Date(now.getTime() + answerLostMs),
});

/** What KRA's response changes. An unknown state stays unknown until KRA reports the result. */
export function changesBy(
  answer: TaxAnswer,
  before: Pick<TaxProgress, "state" | "attempts">,
  now: Date,
): Partial<TaxProgress> {
  const decided = { decidedAt: now, nextTryAt: null, resultCode: null, resultText: null };
  if (answer.outcome === "accepted") return { ...decided, state: "accepted", ...answer.registration };
  const resultText = answer.message.slice(0, 300);
  if (answer.outcome === "refused")
    return { ...decided, state: "refused", resultCode: answer.code, resultText };
  const wasOpen = before.state === "unknown" || before.state === "submitted";
  return {
    state: answer.outcome === "unknown" || wasOpen ? "unknown" : "waiting",
    nextTryAt: new Date(now.getTime() + pauseAfter(before.attempts)),
    resultCode: null,
    resultText,
  };
}

/** The most of a run. */
export const documentsARun = 200;

/** Sends documents one at a time, in the order of `next`, until one is not accepted or must wait. */
export async function submitInOrder<Document>(step: {
  /** The first unaccepted document, marked as submitted. */
  next(): Promise<Document | undefined>;
  submit(document: Document): Promise<TaxAnswer>;
  note(document: Document, answer: TaxAnswer): Promise<void>;
}): Promise<{ accepted: number }> {
  let accepted = 0;
  while (accepted < documentsARun) {
    const document = await step.next();
    if (document === undefined) break;
    const answer = await step.submit(document);
    await step.note(document, answer);
    if (answer.outcome !== "accepted") break;
    accepted += 1;
  }
  return { accepted };
}
