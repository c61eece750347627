import { type RefObject, useEffect, useRef } from "react";
import { href, useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { readablePhone } from "#app/platform/phone/readablePhone.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useLiveUpdates } from "#app/web/live.ts";
import { useRoot } from "#app/web/useRoot.ts";
import { m } from "#messages";
import type { loader as chatLoader } from "./list.tsx";

/**
 * No conversation is open: the right half of a wide window. It has the customer with the longest wait; with script
 * their conversation opens on arrival. A phone shows the list alone, and so marks nothing as read.
 */
export default function ChatIndex() {
  const chat = useRouteLoaderData<typeof chatLoader>("routes/chat/list");
  useLiveUpdates(href("/chat/events"), chat?.list.change ?? "");
  const pane = useRef<HTMLDivElement>(null);
  useOpening(pane, chat?.next?.to);
  if (!chat?.next) {
    return (
      <div className="grid h-full place-content-center p-6 text-center text-muted">
        <p>{m.chat_none_select_conversation_text()}</p>
      </div>
    );
  }
  const { to, name, wait, text } = chat.next;
  return (
    <div ref={pane} className="grid h-full place-content-center justify-items-center gap-2 p-6 text-center">
      <h2 className="wrap-anywhere">{readablePhone(name)}</h2>
      <p className="text-muted">{wait}</p>
      <p className="line-clamp-3 max-w-prose">{text}</p>
      <ButtonLink to={to} className="mt-2">
        {m.chat_none_open_button()}
      </ButtonLink>
    </div>
  );
}

/** Opens a conversation that is seen at once, unless there is a message to read about the last one, or the address leads to the list (`#`). */
function useOpening(pane: RefObject<HTMLElement | null>, to: string | undefined): void {
  const navigate = useNavigate();
  const toast = useRoot()?.toast;
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, never as a message comes in later
  useEffect(() => {
    if (to && !toast && !hash && !document.hidden && pane.current?.checkVisibility())
      void navigate(to, { replace: true, preventScrollReset: true });
  }, []);
}
