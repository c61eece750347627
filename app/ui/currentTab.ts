import { useLocation } from "react-router";

export interface Tab {
  to: string;
  label: string;
  /** Set by screens with a view that the address need not name. */
  current?: boolean;
  /** It is current at its own address only, not at those below it. */
  end?: boolean;
  /** Further addresses at and below which it is current. */
  also?: readonly string[];
}

/**
 * Whether an item is the current one: the one whose path and query match the address best, or the nearest
 * above it.
 */
export function useCurrentTab(items: readonly Tab[]): (item: Tab) => boolean {
  const { pathname, search } = useLocation();
  const current = new URLSearchParams(search);
  const fitOf = ({ to, end, also = [] }: Tab) => {
    const [path, query = ""] = to.split("?");
    if (also.some((place) => `${pathname}/`.startsWith(`${place}/`))) return 1;
    if (path !== pathname && end) return -1;
    if (path !== pathname) return pathname.startsWith(`${path}/`) ? 1 - 1 / (to.length + 1) : -1;
    const wanted = [...new URLSearchParams(query)];
    return wanted.every(([name, value]) => current.get(name) === value) ? 1 + wanted.length : -1;
  };
  const isGiven = items.some((item) => item.current !== undefined);
  const best = Math.max(...items.map(fitOf));
  return (item) => (isGiven ? item.current === true : best >= 0 && fitOf(item) === best);
}
