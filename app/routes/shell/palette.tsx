import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { href, Link, Form as SearchForm, useLocation } from "react-router";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { useDebounced } from "#app/web/useDebounced.ts";
import { m } from "#messages";

export interface FoundOption {
  to: string;
  title: string;
  detail: string;
  icon: IconName;
}

/** What the server found, with all of its words. */
export interface Found {
  groups: { label: string; options: FoundOption[] }[];
  /** How many, for screen readers. */
  status: string;
}

/** A pause in typing. */
const pauseMs = 150;
const nothing = { text: "", groups: [], status: "" };
const optionId = (at: number) => `palette-option-${at}`;

/**
 * Loads options at once when it opens, then after a pause in typing; late responses are dropped. The last ones
 * stay until the next.
 */
function useFound(text: string): Found & { text: string } {
  const [found, setFound] = useState<Found & { text: string }>(nothing);
  const load = async (q: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ q });
    const answer = await fetch(`${href("/search/suggestions.json")}?${query}`, { signal }).catch(() => null);
    const next = answer?.ok ? ((await answer.json().catch(() => null)) as Found | null) : null;
    if (!signal.aborted) setFound({ ...(next ?? nothing), text: q });
  };
  const loadSoon = useDebounced(load, pauseMs);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` reads nothing of the screen
  useEffect(() => {
    const abort = new AbortController();
    if (isFirst.current) void load(text, abort.signal);
    else loadSoon(text, abort.signal);
    isFirst.current = false;
    return () => {
      loadSoon.cancel();
      abort.abort();
    };
  }, [text, loadSoon]);
  return found;
}

/** Which option Enter opens: the chosen one, else the first that was found for the text as it is now. */
function useActive(found: Found & { text: string }, text: string, count: number) {
  const [chosen, setChosen] = useState({ found, text, at: -1 });
  const isCurrent = chosen.found === found && chosen.text === text && chosen.at >= 0;
  const first = found.text === text && text.trim() !== "" ? 0 : -1;
  const active = isCurrent ? chosen.at : first;
  const step = (by: 1 | -1) => {
    if (count === 0) return;
    const from = active < 0 && by < 0 ? 0 : active;
    setChosen({ found, text, at: (from + by + count) % count });
  };
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return { active: Math.min(active, count - 1), step };
}

/** The palette: search and go to, over the page. It starts with the text of the search box, which opened it. */
export function Palette({
  initial,
  label,
  onClose,
}: {
  initial: string;
  label: string;
  /** `left`: an option was opened, so that the focus belongs to the new page. */
  onClose: (left: boolean) => void;
}) {
  const box = useRef<HTMLDialogElement>(null);
  const hasLeft = useRef(false);
  const [text, setText] = useState(initial);
  const found = useFound(text);
  const groups = withAll(found.groups, text);
  const { active, step } = useActive(found, text, groups.flatMap(({ options }) => options).length);
  useDialog(box);
  const leave = () => {
    hasLeft.current = true;
    box.current?.close();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(event.key === "ArrowDown" ? 1 : -1);
    }
    if (event.key !== "Enter" || (active < 0 && text.trim() !== "")) return;
    event.preventDefault();
    document.getElementById(optionId(active))?.click();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog too
    <dialog
      ref={box}
      className="palette"
      aria-label={label}
      onClose={() => onClose(hasLeft.current)}
      onClick={(event) => event.target === box.current && box.current?.close()}
    >
      <SearchForm action={href("/search")} role="search" aria-label={label} onSubmit={leave}>
        <Icon name="search" size={19} />
        <input
          type="text"
          name="q"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={groups.length > 0}
          aria-controls="palette-options"
          aria-activedescendant={active < 0 ? undefined : optionId(active)}
          placeholder={m.common_search()}
          autoComplete="off"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={m.ui_close()}
          onClick={() => box.current?.close()}
        >
          <Icon name="x" size={20} />
        </button>
      </SearchForm>
      <p className="sr-only" role="status">
        {found.text === text && found.status}
      </p>
      <Options groups={groups} active={active} isBusy={found.text !== text} onOpen={leave} />
    </dialog>
  );
}

/** The groups, and last the search page with all results. */
function withAll(groups: Found["groups"], text: string): Found["groups"] {
  const q = text.trim();
  if (q === "") return groups;
  const all = m.shell_search_box_all_results();
  const to = `${href("/search")}?${new URLSearchParams({ q })}`;
  return [...groups, { label: m.common_search(), options: [{ to, title: all, detail: q, icon: "search" }] }];
}

/** Opens the dialog over the page with the caret behind the text, and closes it on another page. */
function useDialog(box: { current: HTMLDialogElement | null }): void {
  const { key } = useLocation();
  const opened = useRef(key);
  // Not after the paint: a key pressed before it has the focus would be lost.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog || dialog.open) return;
    dialog.showModal();
    const field = dialog.querySelector("input");
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [box]);
  useEffect(() => {
    if (opened.current !== key) box.current?.close();
  }, [box, key]);
}

function Options({
  groups,
  active,
  isBusy,
  onOpen,
}: {
  groups: Found["groups"];
  active: number;
  isBusy: boolean;
  onOpen: () => void;
}) {
  const before = groups.map((_, group) => groups.slice(0, group).flatMap(({ options }) => options).length);
  return (
    <div
      id="palette-options"
      role="listbox"
      aria-label={m.shell_search_box_suggestions_label()}
      aria-busy={isBusy}
      tabIndex={-1}
    >
      {groups.map(({ label, options }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div role="group" aria-label={label} key={label}>
          <p aria-hidden="true">{label}</p>
          {options.map(({ to, title, detail, icon }, at) => (
            <Link
              key={to}
              id={optionId(before[group]! + at)}
              role="option"
              aria-selected={before[group]! + at === active}
              tabIndex={-1}
              to={to}
              onClick={(event) => !event.ctrlKey && !event.metaKey && onOpen()}
            >
              <Icon name={icon} size={18} />
              <span>
                {title}
                {detail && <span className="hint">{detail}</span>}
              </span>
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}
