import { useEffect, useRef } from "react";
import { href, Link, useLocation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { m } from "#messages";
import type { Entry, Group, Place } from "./places.server.ts";
import { countText, type Unread } from "./unread.ts";

/** Whether the path is the place itself or below it. */
const isAt = (pathname: string, place: string) => pathname === place || pathname.startsWith(`${place}/`);

const partsOf = (entry: Entry): readonly Place[] => entry.parts ?? [entry];

/** The place of a path: the longest address at or above it. */
function placeAt(groups: readonly Group[], pathname: string): Place | undefined {
  const found = groups
    .flatMap(({ entries }) => entries.flatMap(partsOf))
    .flatMap((place) => [place.to, place.alias ?? place.to].map((address) => ({ place, address })))
    .filter(({ address }) => isAt(pathname, address));
  return found.sort((one, other) => other.address.length - one.address.length)[0]?.place;
}

/**
 * The places of the workspace in groups; the current one has `aria-current`, and the chat shows how many customers are
 * waiting.
 */
export function SideNavigation({
  label,
  groups,
  unread,
  last,
}: {
  label: string;
  groups: readonly Group[];
  unread: Unread;
  /** A place after all others. */
  last?: Place | null;
}) {
  const { pathname } = useLocation();
  const current = placeAt(groups, pathname);
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place may be out of view
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current?.to]);
  return (
    <nav className="side-nav" aria-label={label} ref={list}>
      {groups.map((group) => (
        <ul key={group.label ?? ""} aria-label={group.label}>
          {group.label && (
            <li className="side-group" aria-hidden="true">
              {group.label}
            </li>
          )}
          {group.entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} current={current} waiting={unread.waitingConversations} />
            </li>
          ))}
        </ul>
      ))}
      {last && (
        <ul>
          <li>
            <PlaceLink place={last} isCurrent={pathname === last.to} count={unread.prompts} />
          </li>
        </ul>
      )}
    </nav>
  );
}

function EntryLink({
  entry,
  current,
  waiting,
}: {
  entry: Entry;
  current: Place | undefined;
  waiting: number;
}) {
  const parts = entry.parts?.some(({ to }) => to === current?.to) ? entry.parts : undefined;
  if (!parts) {
    const count = entry.to === href("/chat") ? waiting : 0;
    return <PlaceLink place={entry} isCurrent={entry.to === current?.to} count={count} />;
  }
  return (
    <>
      <PlaceLink place={entry} isCurrent={false} isOpen />
      <ul>
        {parts.map((part) => (
          <li key={part.to}>
            <PlaceLink place={part} isCurrent={part.to === current?.to} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** One place, with the number of what waits there. */
export function PlaceLink({
  place: { to, label, icon },
  isCurrent,
  isOpen = false,
  count = 0,
}: {
  place: Place;
  isCurrent: boolean;
  /** One of its parts is current. */
  isOpen?: boolean;
  count?: number;
}) {
  return (
    <Link
      to={to}
      title={label}
      aria-label={
        count > 0 ? m.shell_navigation_waiting_label({ text: label, count: countText(count) }) : undefined
      }
      aria-current={isCurrent ? "page" : undefined}
      className={isOpen ? "side-open" : undefined}
    >
      <Icon name={icon} size={20} />
      <span className="side-label">{label}</span>
      {count > 0 && <span className="side-count">{countText(count)}</span>}
    </Link>
  );
}
