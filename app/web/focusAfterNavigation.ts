import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After navigation, when the link that led there is gone or hidden, nothing would have the focus: it moves to
 * the new page's heading, which is then read out.
 */
export function useFocusAfterNavigation(): void {
  const { key, hash } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const focused = document.activeElement;
    if (hash || (focused && focused !== document.body && focused.checkVisibility())) return;
    const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, hash]);
}
