import { href, useNavigate } from "react-router";
import { isWriting, useKeyDown } from "#app/web/keys.ts";

const rows = () => [...document.querySelectorAll<HTMLAnchorElement>("#conversation-list li > a")];

/** Focuses a field, or opens a menu, if it is visible. */
function focusOn(id: string): boolean {
  const field = document.querySelector<HTMLElement>(`#${id} > summary, input#${id}`);
  if (!field?.checkVisibility()) return false;
  field.focus();
  field.click();
  return true;
}

/** j and k move through the list, r, a, l, s and e act on the open conversation, and ? lists them. */
export function useChatKeys(conversationId: string | undefined): void {
  const navigate = useNavigate();
  /** To a field or menu, on this screen if visible, else on the page of details. */
  const goTo = (id: string) => {
    if (!focusOn(id) && conversationId)
      void navigate(`${href("/chat/:conversationId/details", { conversationId })}${location.search}#${id}`);
  };
  const step = (by: 1 | -1) => {
    const all = rows();
    const at = all.findIndex((row) => row.hasAttribute("aria-current"));
    const next = all[at < 0 ? 0 : at + by];
    next?.click();
    next?.scrollIntoView({ block: "nearest" });
  };
  const acts: Record<string, () => void> = {
    j: () => step(1),
    k: () => step(-1),
    r: () => document.getElementById("reply-text")?.focus(),
    a: () => goTo("owner"),
    l: () => goTo("labels"),
    s: () => document.getElementById("snooze-conversation")?.click(),
    e: () => document.querySelector<HTMLFormElement>("#close-conversation")?.requestSubmit(),
    "?": () => void navigate(href("/chat/keys")),
  };
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const act = acts[event.key];
    if (!act || isWriting(event.target)) return;
    event.preventDefault();
    act();
  });
}
