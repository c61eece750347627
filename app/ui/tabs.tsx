import { Link, useLocation } from "react-router";

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

/** Scrolls the bar as far as its current tab and the start of the next one. */
const showTab = (tab: HTMLElement | null) => {
  if (!tab?.parentElement) return;
  tab.parentElement.scrollLeft = tab.offsetLeft + tab.offsetWidth + 40 - tab.parentElement.clientWidth;
};

/**
 * Views of one screen as links. By default the current one is the item whose path and query match the address
 * best, or the nearest above it.
 */
export function Tabs({ label, items, inert }: { label: string; items: readonly Tab[]; inert?: boolean }) {
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
  const isCurrent = (item: Tab) => (isGiven ? item.current : best >= 0 && fitOf(item) === best);
  return (
    <nav className="tabs" aria-label={label} inert={inert}>
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          ref={isCurrent(item) ? showTab : undefined}
          aria-current={isCurrent(item) ? "page" : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
