import { useEffect, useRef, useState } from "react";

/** Colleagues see a signal for this long. */
const shownMs = 8000;
/** Between two signals to them. */
const againMs = 5000;
/** WhatsApp shows it to the customer for 25 seconds. */
const toCustomerMs = 20_000;

/** Signals to colleagues and the customer that a member types. Optional: failures are ignored. */
export function useTypingSign(address: string): () => void {
  const sentAt = useRef(0);
  const toCustomerAt = useRef(0);
  return () => {
    const now = Date.now();
    if (now - sentAt.current < againMs) return;
    sentAt.current = now;
    const toCustomer = now - toCustomerAt.current >= toCustomerMs;
    if (toCustomer) toCustomerAt.current = now;
    fetch(toCustomer ? `${address}?toCustomer` : address, { method: "POST" }).catch(() => undefined);
  };
}

/**
 * The colleague who types here, as a sentence: `rendered` with the page, or by a signal since, which `show` takes. It
 * disappears soon after the last one, and with the next `page`.
 */
export function useTypist(rendered: string | null, page: unknown) {
  const [typist, setTypist] = useState({ text: rendered });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was loaded again knows better
  useEffect(() => setTypist({ text: rendered }), [page]);
  useEffect(() => {
    if (typist.text === null) return;
    const timer = setTimeout(() => setTypist({ text: null }), shownMs);
    return () => clearTimeout(timer);
  }, [typist]);
  return { typing: typist.text, show: (text: string) => setTypist({ text }) };
}
