import { useCallback, useEffect, useRef } from "react";

const pauseMs = 800;

/**
 * Keeps on the server what is being typed into a form: when typing pauses, and when conversation or page is left. Nothing
 * is told when that fails: the text is still in its box, and the next pause tries again.
 */
export function useKeptDraft(address: string): {
  typed(form: HTMLFormElement): void;
  /** What was typed is being sent: it is no draft any more. */
  forget(): void;
} {
  const unsaved = useRef<FormData | undefined>(undefined);
  const timer = useRef<number | undefined>(undefined);
  const saving = useRef<AbortController | undefined>(undefined);
  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    const body = unsaved.current;
    unsaved.current = undefined;
    if (!body) return;
    saving.current = new AbortController();
    const { signal } = saving.current;
    fetch(address, { method: "POST", body, keepalive: true, signal }).catch(() => undefined);
  }, [address]);
  useEffect(() => {
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [save]);
  return {
    typed(form) {
      unsaved.current = new FormData(form);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, pauseMs);
    },
    forget() {
      window.clearTimeout(timer.current);
      unsaved.current = undefined;
      saving.current?.abort();
    },
  };
}
