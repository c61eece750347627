import { href, type NavigateFunction } from "react-router";

interface Place {
  conversationId: string | undefined;
  navigate: NavigateFunction;
}

/** To a field, on this screen where it can be seen, else on the page of details. */
function goTo(id: string, { conversationId, navigate }: Place): void {
  const field = document.getElementById(id);
  if (field?.checkVisibility()) field.focus();
  else if (conversationId)
    void navigate(`${href("/chat/:conversationId/details", { conversationId })}${location.search}#${id}`);
}

function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLAnchorElement>("nav[aria-label=Conversations] li > a")];
  const at = all.findIndex((row) => row.hasAttribute("aria-current"));
  const next = all[at < 0 ? 0 : at + by];
  next?.click();
  next?.scrollIntoView({ block: "nearest" });
}

const acts: Record<string, (place: Place) => void> = {
  j: () => step(1),
  k: () => step(-1),
  r: () => document.getElementById("reply-text")?.focus(),
  a: (place) => goTo("owner", place),
  l: (place) => goTo("labels", place),
  e: () => document.querySelector<HTMLFormElement>("#close-conversation")?.requestSubmit(),
  "/": () => document.getElementById("chat-search")?.focus(),
  "?": ({ navigate }) => void navigate(href("/chat/keys")),
};

/** What a key of the chat does. */
export const act = (key: string, place: Place): void => acts[key]?.(place);
