import { type KeyboardEvent, useEffect, useState } from "react";
import { href, Link, Form as SearchForm, useLocation, useSearchParams } from "react-router";
import { counted } from "#app/platform/numbers/counts.ts";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { Icon } from "#app/ui/icon.tsx";
import { useDebounced } from "#app/web/useDebounced.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";

interface Suggestion {
  kind: "contact" | "template" | "campaign";
  id: string;
  title: string;
  detail: string;
}

const kindWords = lazy({
  contact: m.common_contact,
  template: m.common_template,
  campaign: m.common_campaign,
});
/** A pause in typing. */
const pauseMs = 200;
const fewest = 2;

function placeOf({ kind, id }: Suggestion): string {
  switch (kind) {
    case "contact":
      return href("/contacts/:contactId", { contactId: id });
    case "template":
      return href("/templates/:templateId", { templateId: id });
    case "campaign":
      return href("/messaging/campaigns/:campaignId", { campaignId: id });
  }
}

/** Requests suggestions after a pause in typing; late responses are dropped. */
function useSuggestions(text: string, isOn: boolean): Suggestion[] {
  const [found, setFound] = useState<Suggestion[]>([]);
  const loadSoon = useDebounced(async (q: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ q });
    const answer = await fetch(`${href("/search/suggestions.json")}?${query}`, { signal }).catch(() => null);
    if (!answer?.ok) return;
    const { suggestions } = (await answer.json()) as { suggestions: Suggestion[] };
    if (!signal.aborted) setFound(suggestions);
  }, pauseMs);
  useEffect(() => {
    setFound([]);
    if (!isOn || text.trim().length < fewest) return;
    const abort = new AbortController();
    loadSoon(text, abort.signal);
    return () => {
      loadSoon.cancel();
      abort.abort();
    };
  }, [text, isOn, loadSoon]);
  return found;
}

/**
 * The global search. With script it suggests matches by name while typing; without, the button links to all.
 */
export function SearchBox() {
  const [query] = useSearchParams();
  const { key, pathname } = useLocation();
  const isOn = !useRoot()?.lite;
  const [typed, setTyped] = useState("");
  const found = useSuggestions(typed, isOn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page nothing is typed yet
  useEffect(() => setTyped(""), [key]);
  const close = (event: KeyboardEvent) => {
    if (event.key === "Escape") setTyped("");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what any of its parts opened
    <div className="top-search" onKeyDown={close}>
      <SearchForm action={href("/search")} role="search" aria-label={m.shell_search_box_all_results()}>
        <label className="sr-only" htmlFor="top-search">
          {m.shell_search_box_label()}
        </label>
        <input
          className="input"
          id="top-search"
          type="search"
          name="q"
          placeholder={m.common_search()}
          // Lists have their own search under the same name.
          defaultValue={pathname === href("/search") ? (query.get("q") ?? "") : ""}
          autoComplete="off"
          maxLength={100}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="icon-button" aria-label={m.common_search()}>
          <Icon name="search" size={19} />
        </button>
      </SearchForm>
      <p className="sr-only" role="status">
        {found.length > 0 &&
          m.shell_search_box_below_box_text({
            suggestions: counted(m.counts_suggestions, found.length),
          })}
      </p>
      {found.length > 0 && (
        <ul className="suggestions" aria-label={m.shell_search_box_suggestions_label()}>
          {found.map((one) => (
            <li key={one.id}>
              <Link to={placeOf(one)} onClick={() => setTyped("")}>
                <span className="wrap-anywhere">{readablePhone(one.title)}</span>
                <span className="hint">
                  {kindWords[one.kind]}
                  {one.detail && ` · ${readablePhone(one.detail)}`}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
