/** A state's name as words for people: `RATE_LIMITED` and `rate_limited` become `Rate limited`. */
export function asWords(name: string): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
