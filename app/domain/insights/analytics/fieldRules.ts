/** Days of an own range: as many before it are compared, and older ones are not counted. */
export const maxRangeDays = 90;

const dayMs = 86_400_000;

/** Days from the first to the last, both included. */
export const daysBetween = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
