/** The month that lies `months` before another; negative counts forward. `2026-01`, 1 → `2025-12`. */
export function monthBefore(month: string, months = 1): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 - months, 1)).toISOString().slice(0, 7);
}

/** The first moment of a month in Kenya. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00+03:00`);
