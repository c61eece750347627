import { addDays, addMonths } from "./days.ts";

export interface PenaltyRule {
  penaltyKind: "none" | "fixed" | "percent";
  /** Cents, or hundredths of a percent. */
  penaltyValue: number;
  penaltyDays: number;
  penaltyRepeat: "once" | "monthly";
  penaltyMaxCents: number | null;
}

/**
 * The day of a due's penalty after so many; null without one. A due that was added after its day counts from the day
 * it was added, so that old arrears are not punished at once.
 */
export function penaltyDay(
  { penaltyKind, penaltyDays, penaltyRepeat }: PenaltyRule,
  { dueOn, createdOn, penalties }: { dueOn: string; createdOn: string; penalties: number },
): string | null {
  if (penaltyKind === "none" || (penaltyRepeat === "once" && penalties > 0)) return null;
  return addMonths(addDays(dueOn > createdOn ? dueOn : createdOn, penaltyDays), penalties);
}

/** A penalty in cents of whole shillings, within what the maximum leaves of the earlier ones. 0: none. */
export function penaltyCents(
  { penaltyKind, penaltyValue, penaltyMaxCents }: PenaltyRule,
  { unpaidCents, earlierCents }: { unpaidCents: number; earlierCents: number },
): number {
  if (unpaidCents <= 0 || penaltyKind === "none") return 0;
  const wanted =
    penaltyKind === "fixed" ? penaltyValue : Math.round((unpaidCents * penaltyValue) / 1_000_000) * 100;
  const most = penaltyMaxCents === null ? wanted : penaltyMaxCents - earlierCents;
  return Math.max(0, Math.min(wanted, most));
}
