import type { QuestionAnswer } from "#app/db/schema/sales/matching.ts";

export interface Question {
  contactId: string | null;
  phone: string | null;
  answer: QuestionAnswer | null;
  endsAt: Date;
}

/** `wait`: an answer may still come. `person`: a member decides. */
export type Verdict = { match: string } | "wait" | "person";

/**
 * The customer of a payment, by the answers to its questions. Without a single yes it has no customer. While others have
 * not answered, a yes counts once the questions have ended, and only of a person whose phone fits the payer's masked one.
 */
export function verdictOf(questions: readonly Question[], payer: string, now: Date): Verdict {
  const yes = questions.filter(({ answer }) => answer === "yes");
  if (yes.length > 1) return "person";
  const silent = questions.filter(({ answer }) => answer === null);
  const isOpen = silent.some(({ endsAt }) => endsAt > now);
  const [claim] = yes;
  if (!claim?.contactId) return isOpen ? "wait" : "person";
  if (silent.length === 0) return { match: claim.contactId };
  if (isOpen) return "wait";
  return fitsMask(payer, claim.phone) ? { match: claim.contactId } : "person";
}

/** Whether a masked number such as `2547 ***** 126` can be this phone (docs/facts/mpesa-daraja.md §3). */
export function fitsMask(payer: string, phone: string | null): boolean {
  const shape = payer.replace(/[^\d*]/g, "");
  if (!phone || !/^\d{3,}\*+\d{2,}$/.test(shape)) return false;
  const [start = "", end = ""] = shape.split(/\*+/);
  const digits = phone.replace(/\D/g, "");
  return digits.startsWith(start) && digits.endsWith(end);
}
