import { useLocation } from "react-router";

/**
 * Values of an address that belong to one page of a list: another order or filter starts at the first page.
 */
const ofOnePage = ["page", "cursor", "after", "before"];

/**
 * The query `search` with these values changed (`null` or undefined removes one) and, by default, without a
 * page.
 */
export function queryWith(search: string, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(search);
  for (const name of ofOnePage) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return query.size > 0 ? `?${query}` : "?";
}

/** Creates links to the current screen with some values of its query changed. */
export function useQueryWith(): (changes: Record<string, string | null>) => string {
  const { search } = useLocation();
  return (changes) => queryWith(search, changes);
}

/** The address's values besides `names` and the page: a filter form carries them along. */
export function useOtherValues(names: readonly string[]): [string, string][] {
  const { search } = useLocation();
  return [...new URLSearchParams(search)].filter(
    ([name]) => !names.includes(name) && !ofOnePage.includes(name),
  );
}
