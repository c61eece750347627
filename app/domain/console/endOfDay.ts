import { consoleError } from "#app/domain/console/errors.ts";

const dayMs = 86_400_000;

/**
 * Midnight at the end of a day in Nairobi (UTC+3, all year), when staff's temporary change ends. @throws
 * DomainError `override.ends_too_soon`, `override.ends_too_late` (400).
 */
export function endOfDay(day: string, now: Date): Date {
  const end = new Date(Date.parse(`${day}T00:00:00+03:00`) + dayMs);
  if (end <= now) throw consoleError("override.ends_too_soon", { field: "endsOn" });
  if (end.getTime() > now.getTime() + 366 * dayMs)
    throw consoleError("override.ends_too_late", { field: "endsOn" });
  return end;
}
