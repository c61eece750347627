import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

/**
 * Loads the screen anew whenever the event stream at `path` tells of a change. `since` is the mark of what is shown.
 * While the tab is hidden there is no connection. Answers whether the screen follows by itself.
 */
export function useLiveUpdates(path: string, since: string): boolean {
  const { revalidate } = useRevalidator();
  const [live, setLive] = useState(false);
  const shown = useRef(since);
  useEffect(() => {
    shown.current = since;
  }, [since]);
  useEffect(() => {
    let source: EventSource | undefined;
    const follow = () => {
      if (document.hidden) {
        source?.close();
        source = undefined;
        return;
      }
      if (source) return;
      const join = path.includes("?") ? "&" : "?";
      source = new EventSource(`${path}${join}since=${encodeURIComponent(shown.current)}`);
      source.onopen = () => setLive(true);
      source.onmessage = () => void revalidate();
      source.onerror = () => {
        setLive(false);
        // A refused stream is not tried again by the browser, but by the next look at the tab.
        if (source?.readyState === EventSource.CLOSED) source = undefined;
      };
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      source?.close();
    };
  }, [path, revalidate]);
  return live;
}
