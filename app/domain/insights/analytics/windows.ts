import { type Period, periodDays } from "#app/platform/time/periods.ts";

const hourMs = 3_600_000;
/** The longest period and the one before it: what is counted at all. */
export const countedDays = 181;

export interface Window {
  from: Date;
  /** The first moment that is not in it. */
  until: Date;
}

/** Whole hours up to and with the running one, and as many before them. */
export function windowsOf(period: Period, now: Date): { current: Window; before: Window } {
  const until = Math.floor(now.getTime() / hourMs) * hourMs + hourMs;
  const length = periodDays[period] * 24 * hourMs;
  const at = (ms: number) => new Date(ms);
  return {
    current: { from: at(until - length), until: at(until) },
    before: { from: at(until - 2 * length), until: at(until - length) },
  };
}

const periods = Object.keys(periodDays) as Period[];

/** The label of the stored figures of a period, or of the one before it. */
export const labelOf = (period: Period, isBefore = false) => (isBefore ? `${period}.before` : period);

/** Every window with stored figures, by its label. */
export const labelledWindows = (now: Date): (Window & { label: string })[] =>
  periods.flatMap((period) => {
    const { current, before } = windowsOf(period, now);
    return [
      { label: labelOf(period), ...current },
      { label: labelOf(period, true), ...before },
    ];
  });
