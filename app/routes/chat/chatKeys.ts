import { useEffect } from "react";
import { useNavigate } from "react-router";

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * j and k go through the list, r, a, l and e act on the open conversation, / searches and ? tells of them. What they do
 * is fetched with the first of them.
 */
export function useChatKeys(conversationId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (!/^[jkrale/?]$/.test(event.key) || isWriting(event.target)) return;
      event.preventDefault();
      void import("./chatActs.ts").then(({ act }) => act(event.key, { conversationId, navigate }));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [conversationId, navigate]);
}
