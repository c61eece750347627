import { useRef } from "react";

/** WhatsApp shows it for 25 seconds. */
const againMs = 20_000;

/** Lets the customer see that somebody writes, while they do. A courtesy: nothing is told when it fails. */
export function useTypingSign(address: string): () => void {
  const shownAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - shownAt.current < againMs) return;
    shownAt.current = now;
    fetch(address, { method: "POST" }).catch(() => undefined);
  };
}
