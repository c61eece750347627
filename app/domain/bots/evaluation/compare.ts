interface Result {
  total: number;
  right: number;
  falseAnswers: number;
}

const shareOf = (part: number, { total }: Result) => (total === 0 ? 1 : part / total);

/** Fewer correct, or more wrong replies, as a share of the set, which may have grown. */
export const isWorse = (now: Result, before: Result): boolean =>
  shareOf(now.right, now) < shareOf(before.right, before) ||
  shareOf(now.falseAnswers, now) > shareOf(before.falseAnswers, before);
