import { type RefObject, useRef, useState } from "react";
import { href, Form as SearchForm, useLocation, useSearchParams } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { isWriting, useKeyDown } from "#app/web/keys.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { Palette as PaletteType } from "./palette.tsx";

/** `/` where no field has the focus, and Ctrl-K or ⌘K everywhere. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" && !shiftKey;
  return key === "/" && !isWriting(target);
}

/** Nothing of a page that a window covers can be reached. */
const isBehind = (element: Element | null) => Boolean(element?.closest("[inert]"));

const loadPalette = () => import("./palette.tsx").catch(() => null);

/** The palette, loaded on first use. What is typed until then goes into the search box, whose text it takes over. */
function usePalette(field: RefObject<HTMLInputElement | null>, isOn: boolean) {
  const [Palette, setPalette] = useState<typeof PaletteType | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const isOpening = useRef(false);
  const open = async () => {
    if (isOpening.current) return;
    before.current = document.activeElement as HTMLElement | null;
    field.current?.focus();
    if (!isOn) return;
    isOpening.current = true;
    const loaded = await loadPalette();
    if (loaded) setPalette(() => loaded.Palette);
    else isOpening.current = false;
  };
  const close = (left: boolean) => {
    setPalette(null);
    isOpening.current = false;
    if (field.current) field.current.value = field.current.defaultValue;
    (document.activeElement as HTMLElement | null)?.blur();
    if (!left) before.current?.focus();
  };
  useKeyDown((event) => {
    if (event.defaultPrevented || !isPaletteKey(event) || isBehind(field.current)) return;
    event.preventDefault();
    void open();
  });
  return { Palette, open, close };
}

/**
 * The global search. With script it opens the palette; without, or until that has loaded, its button leads to the
 * search page.
 */
export function SearchBox() {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const isOn = !useRoot()?.lite;
  const { Palette, open, close } = usePalette(field, isOn);
  const label = m.shell_search_box_label();
  return (
    <>
      <div className="top-search">
        <SearchForm action={href("/search")} role="search" aria-label={m.shell_search_box_all_results()}>
          <label className="sr-only" htmlFor="top-search">
            {label}
          </label>
          <input
            ref={field}
            className="input"
            id="top-search"
            type="search"
            name="q"
            placeholder={m.common_search()}
            // Lists have their own search under the same name.
            defaultValue={pathname === href("/search") ? (query.get("q") ?? "") : ""}
            autoComplete="off"
            maxLength={100}
            aria-keyshortcuts="/ Control+K Meta+K"
            onPointerDown={() => void (isOn && loadPalette())}
            onClick={() => void open()}
            onInput={() => void open()}
          />
          <button type="submit" className="icon-button" aria-label={m.common_search()}>
            <Icon name="search" size={19} />
          </button>
        </SearchForm>
      </div>
      {Palette && <Palette initial={field.current?.value ?? ""} label={label} onClose={close} />}
    </>
  );
}
