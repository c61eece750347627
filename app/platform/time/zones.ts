const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...parts });
  formats.set(timeZone, format);
  return format;
}

/** A moment as the value of a `datetime-local` field that shows a timezone's clocks: `2026-11-21T12:30`. */
export function toZoneInput(moment: Date, timeZone: string): string {
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}`;
}

/**
 * The moment of a `datetime-local` value by a timezone's clocks, or null when it is invalid. A time that the clocks skip
 * is read as one hour later.
 */
export function fromZoneInput(text: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(text)) return null;
  const asUtc = Date.parse(`${text.slice(0, 16)}:00Z`);
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (moment: number) =>
    Date.parse(`${toZoneInput(new Date(moment), timeZone)}:00Z`) - Math.floor(moment / 60_000) * 60_000;
  const first = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(first));
}
