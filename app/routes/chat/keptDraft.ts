import { useCallback, useEffect, useRef } from "react";
import { useDebounced } from "#app/web/useDebounced.ts";

const pauseMs = 800;

/**
 * Saves the text being typed into a form on the server: when typing pauses, and when leaving the conversation
 * or page. Failures are silent: the text is still in its box, and the next pause retries.
 */
export function useKeptDraft(address: string): {
  typed(form: HTMLFormElement): void;
  /** The text is being sent: it is not a draft now. */
  forget(): void;
} {
  const unsaved = useRef<FormData | undefined>(undefined);
  const saving = useRef<AbortController | undefined>(undefined);
  const save = useCallback(() => {
    const body = unsaved.current;
    unsaved.current = undefined;
    if (!body) return;
    saving.current = new AbortController();
    const { signal } = saving.current;
    fetch(address, { method: "POST", body, keepalive: true, signal }).catch(() => undefined);
  }, [address]);
  const saveSoon = useDebounced(save, pauseMs);
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
      saveSoon();
    },
    forget() {
      saveSoon.cancel();
      unsaved.current = undefined;
      saving.current?.abort();
    },
  };
}
