/** A due's state, as its amounts and its day say it on a day. */
export const dueStates = ["open", "part_paid", "paid", "overdue", "cancelled"] as const;
export type DueState = (typeof dueStates)[number];

interface Amounts {
  amountCents: number;
  paidCents: number;
  /** `2026-11-30`. */
  dueOn: string;
  cancelledAt: Date | null;
}

/** What is still to be paid; nothing of a cancelled one. */
export const openCents = ({ amountCents, paidCents, cancelledAt }: Omit<Amounts, "dueOn">): number =>
  cancelledAt === null ? amountCents - paidCents : 0;

/** `today`: the day in Kenya. Due today is not overdue. */
export function dueStateOf(due: Amounts, today: string): DueState {
  if (due.cancelledAt !== null) return "cancelled";
  if (openCents(due) === 0) return "paid";
  if (due.dueOn < today) return "overdue";
  return due.paidCents > 0 ? "part_paid" : "open";
}
