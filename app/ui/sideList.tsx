import { Link } from "react-router";
import { type Tab, useCurrentTab } from "./currentTab.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

export interface SideGroup {
  label: string;
  items: readonly Tab[];
}

/** Many pages of one area as a list next to them, in groups; on a narrow screen as a menu that names the current one. */
export function SideList({ label, groups }: { label: string; groups: readonly SideGroup[] }) {
  const items = groups.flatMap((group) => group.items);
  const isCurrent = useCurrentTab(items);
  const lists = groups.map((group) => (
    <div key={group.label}>
      <p className="hint">{group.label}</p>
      <ul>
        {group.items.map((item) => (
          <li key={item.to}>
            <Link to={item.to} aria-current={isCurrent(item) ? "page" : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
  return (
    <nav className="side-list" aria-label={label}>
      <Menu
        className="menu-text menu-field"
        button={
          <>
            <span className="sr-only">{label}: </span>
            <span className="mr-auto truncate">{items.find(isCurrent)?.label ?? label}</span>
            <Icon name="chevron-down" size={16} />
          </>
        }
      >
        <div className="menu-list">{lists}</div>
      </Menu>
      <div className="side-list-all menu-list">{lists}</div>
    </nav>
  );
}
