/** The timezone of every screen. What follows the clocks of an organisation uses `zones.ts`. */
export const nairobi = "Africa/Nairobi";

/** Kenya keeps UTC+3 all year. */
export const kenyaOffsetMs = 3 * 3_600_000;

/** A moment as the value of a `datetime-local` field that shows Kenya's time: `2026-11-21T12:30`. */
export const toNairobiInput = (moment: Date): string =>
  new Date(moment.getTime() + kenyaOffsetMs).toISOString().slice(0, 16);

/** ISO 8601 in Kenya's time, to the second: `2026-11-21T12:30:05+03:00`. */
export const toNairobiIso = (moment: Date): string =>
  `${new Date(moment.getTime() + kenyaOffsetMs).toISOString().slice(0, 19)}+03:00`;

/** The moment of a `datetime-local` value in Kenya's time, or null when it is invalid. */
export function fromNairobiInput(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  const moment = new Date(`${text.slice(0, 16)}:00+03:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
