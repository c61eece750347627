import { useRef } from "react";

/** WhatsApp shows it for 25 seconds. */
const againMs = 20_000;

/** Shows the customer a typing indicator while a member types. Optional: failures are ignored. */
export function useTypingSign(address: string): () => void {
  const shownAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - shownAt.current < againMs) return;
    shownAt.current = now;
    fetch(address, { method: "POST" }).catch(() => undefined);
  };
}
