/** A share in whole percent, rounded; only all of it is 100%, and only nothing of it is 0%. */
export function percentOf(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  if (part >= whole) return "100%";
  return `${Math.min(99, Math.max(1, Math.round((part / whole) * 100)))}%`;
}
