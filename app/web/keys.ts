import { useEffect } from "react";

/** Whether keys pressed there are text, or a choice, and no shortcuts. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Calls `onKey`, as of the last rendering, for each key pressed on the page. */
export function useKeyDown(onKey: (event: KeyboardEvent) => void): void {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
