import { useEffect, useEffectEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { whileVisible } from "./whileVisible.ts";

interface Live {
  /** The mark of the shown state, sent when connecting. */
  since?: string;
  /** The handlers of events, by name; one without a name is a `message`. */
  on: Record<string, (data: string, source: EventSource) => void>;
  /** A fallback for a page without a stream; returns a function that stops it. */
  refused?: () => () => void;
}

/**
 * Follows the event stream at `path` (null for none) while the tab is visible. Returns whether the page is
 * live. The browser does not retry a refused stream; the next time the tab is shown does.
 */
export function useLive(path: string | null, { since, on, refused }: Live): boolean {
  const [isLive, setLive] = useState(false);
  const open = useEffectEvent((at: string) => {
    const mark =
      since === undefined ? "" : `${at.includes("?") ? "&" : "?"}since=${encodeURIComponent(since)}`;
    const source = new EventSource(at + mark);
    for (const name of Object.keys(on))
      source.addEventListener(name, ({ data }) => handle(name, data, source));
    return source;
  });
  const handle = useEffectEvent((name: string, data: string, source: EventSource) =>
    on[name]?.(data, source),
  );
  const help = useEffectEvent(() => refused?.());
  useEffect(() => {
    if (path === null) return;
    return whileVisible(() => {
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

/** Reloads the screen whenever the event stream at `path` reports a change since the shown mark. `on`: other events. */
export function useLiveUpdates(path: string, since: string, on?: Live["on"]): boolean {
  const { revalidate } = useRevalidator();
  return useLive(path, { since, on: { message: () => void revalidate(), ...on } });
}
