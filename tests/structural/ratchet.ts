import { exceptions } from "./exceptions.ts";

/** How an entry covers a place: it is the place, or a pattern of it. */
const covers = (entry: string | RegExp, place: string) =>
  typeof entry === "string" ? entry === place : entry.test(place);

/**
 * What is wrong with the exceptions of a rule, which only get fewer: places that break the rule and are not listed, entries
 * without such a place, and another number of entries than the stored one.
 */
export function ratchet(
  rule: keyof typeof exceptions,
  listed: readonly (string | RegExp)[],
  found: readonly string[],
  stored: number = exceptions[rule],
): string[] {
  const unlisted = found.filter((place) => !listed.some((entry) => covers(entry, place)));
  const stale = listed.filter((entry) => !found.some((place) => covers(entry, place)));
  return [
    ...unlisted.map((place) => `not listed: ${place}`),
    ...stale.map((entry) => `breaks the rule no longer: ${entry}`),
    ...(listed.length > stored ? [`${listed.length} exceptions, and ${stored} are allowed`] : []),
    ...(listed.length < stored ? [`store the lower figure: ${listed.length} instead of ${stored}`] : []),
  ];
}
