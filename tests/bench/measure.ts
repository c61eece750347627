/** Median, lowest and highest of some ratios, rounded for print. */
export function summary(ratios: readonly number[]): { ratio: number; low: number; high: number } {
  const sorted = [...ratios].sort((a, b) => a - b);
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return {
    ratio: round(sorted[Math.floor(sorted.length / 2)]!),
    low: round(sorted[0]!),
    high: round(sorted.at(-1)!),
  };
}

/** The value below which `share` of the measurements lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export type Line = Record<string, unknown>;

const readers: ((line: Line) => void)[] = [];

/** Calls `read` with each line that is printed from here on. */
export const onLine = (read: (line: Line) => void) => readers.push(read);

export function print(line: Line): void {
  console.log(JSON.stringify(line));
  for (const read of readers) read(line);
}
