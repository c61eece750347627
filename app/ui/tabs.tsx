import { Link } from "react-router";
import { type Tab, useCurrentTab } from "./currentTab.ts";

/** Scrolls the bar as far as its current tab and the start of the next one. */
const showTab = (tab: HTMLElement | null) => {
  if (!tab?.parentElement) return;
  tab.parentElement.scrollLeft = tab.offsetLeft + tab.offsetWidth + 40 - tab.parentElement.clientWidth;
};

/** Views of one screen as links. */
export function Tabs({ label, items, inert }: { label: string; items: readonly Tab[]; inert?: boolean }) {
  const isCurrent = useCurrentTab(items);
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
