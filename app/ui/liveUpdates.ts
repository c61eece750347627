import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { whileSeen } from "./whileSeen.ts";

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
    const join = path.includes("?") ? "&" : "?";
    return whileSeen(() => {
      // A refused stream is not tried again by the browser, but by the next look at the tab.
      const source = new EventSource(`${path}${join}since=${encodeURIComponent(shown.current)}`);
      source.onopen = () => setLive(true);
      source.onmessage = () => void revalidate();
      source.onerror = () => setLive(false);
      return () => source.close();
    });
  }, [path, revalidate]);
  return live;
}
