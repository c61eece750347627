const grouped = new Intl.NumberFormat("en-KE");

/** `12345` → `12,345`. */
export const formatCount = (count: number): string => grouped.format(count);

/** A count with its noun: `1 message`, `12,345 messages`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;
