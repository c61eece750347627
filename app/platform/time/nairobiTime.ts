/** The clocks by which every screen tells the time. */
export const nairobi = "Africa/Nairobi";

/** Kenya keeps UTC+3 all year. */
export const kenyaOffsetMs = 3 * 3_600_000;

/** A moment as the value of a `datetime-local` field that shows Kenya's time: `2026-11-21T12:30`. */
export const toNairobiInput = (moment: Date): string =>
  new Date(moment.getTime() + kenyaOffsetMs).toISOString().slice(0, 16);

/** ISO 8601 as Kenya's clocks show it, to the second: `2026-11-21T12:30:05+03:00`. */
export const toNairobiIso = (moment: Date): string =>
  `${new Date(moment.getTime() + kenyaOffsetMs).toISOString().slice(0, 19)}+03:00`;

/** The moment that a `datetime-local` field in Kenya's time means, or null when it is not a time. */
export function fromNairobiInput(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  const moment = new Date(`${text.slice(0, 16)}:00+03:00`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
