const partsOf = (day: string) => day.split("-").map(Number) as [number, number, number];
const textOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** `2026-02-31` is none. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = partsOf(text);
  return textOf(Date.UTC(year, month - 1, day)) === text;
}

export function addDays(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  return textOf(Date.UTC(year, month - 1, date + count));
}

/** So many months later; a day that the month lacks falls on its last one. */
export function addMonths(day: string, count: number): string {
  const [year, month, date] = partsOf(day);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}
