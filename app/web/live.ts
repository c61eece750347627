import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { whileSeen } from "./whileSeen.ts";

interface Live {
  /** The mark of what is shown, sent along when it connects. */
  since?: string;
  /** What is done with the events, by their names; one without a name is a `message`. */
  on: Record<string, (data: string, source: EventSource) => void>;
  /** Help for a page that is given no stream; answers how to stop it. */
  refused?: () => () => void;
}

/**
 * Follows the event stream at `path` (null for none) while the tab is looked at. Answers whether the page follows by
 * itself. A refused stream is not tried again by the browser, but by the next look at the tab.
 */
export function useLive(path: string | null, { since, on, refused }: Live): boolean {
  const [isLive, setLive] = useState(false);
  const open = useEffectEvent((at: string) => {
    const mark =
      since === undefined ? "" : `${at.includes("?") ? "&" : "?"}since=${encodeURIComponent(since)}`;
    const source = new EventSource(at + mark);
    for (const name of Object.keys(on)) source.addEventListener(name, ({ data }) => hear(name, data, source));
    return source;
  });
  const hear = useEffectEvent((name: string, data: string, source: EventSource) => on[name]?.(data, source));
  const help = useEffectEvent(() => refused?.());
  useEffect(() => {
    if (path === null) return;
    return whileSeen(() => {
      const source = open(path);
      let stopHelp: (() => void) | undefined;
      source.onopen = () => setLive(true);
      source.onerror = () => {
        setLive(false);
        if (source.readyState === EventSource.CLOSED) stopHelp ??= help();
      };
      return () => {
        source.close();
        stopHelp?.();
      };
    });
  }, [path]);
  return isLive;
}

/** Loads the screen anew whenever the event stream at `path` tells of a change since the mark of what is shown. */
export function useLiveUpdates(path: string, since: string): boolean {
  const { revalidate } = useRevalidator();
  return useLive(path, { since, on: { message: () => void revalidate() } });
}
