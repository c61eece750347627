/** A share in whole percent, rounded; only all of it is 100%, and only nothing of it is 0%: below a half it is `<1%`. */
export function percentOf(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  if (part >= whole) return "100%";
  const percent = Math.round((part / whole) * 100);
  return percent === 0 ? "<1%" : `${Math.min(99, percent)}%`;
}
