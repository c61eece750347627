import { m } from "#messages";

/** `12` → `12%`, in the reader's locale. */
export const percentText = (percent: number | string): string => m.common_percent({ percent });

/**
 * A share in whole percent, rounded; only all of it is 100%, and only none of it is 0%: below a half it is
 * `<1%`.
 */
export function percentOf(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return percentText(0);
  if (part >= whole) return percentText(100);
  const percent = Math.round((part / whole) * 100);
  return percentText(percent === 0 ? "<1" : Math.min(99, percent));
}
