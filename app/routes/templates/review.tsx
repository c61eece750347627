import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useRoot } from "#app/web/useRoot.ts";
import { poll, whileVisible } from "#app/web/whileVisible.ts";
import { m } from "#messages";

/** Meta usually responds at once, or within minutes. */
const firstSeconds = [3, 3, 4, 5, 10, 15, 30];
const thenEverySeconds = 60;
const atMost = 30;

/**
 * Reloads the screen while Meta reviews a template on it: every few seconds at first, then each minute, for
 * about 25 minutes. Paused while the tab is hidden; then it restarts.
 */
export function useReviewNews(reviewed: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!reviewed) return;
    return whileVisible(() => {
      let polls = 0;
      return poll(revalidate, () => {
        if (polls === atMost) return null;
        const seconds = firstSeconds[polls] ?? thenEverySeconds;
        polls += 1;
        return seconds * 1000;
      });
    });
  }, [reviewed, revalidate]);
}

/** For browsers without script, which cannot poll. */
export function ReloadHint() {
  const root = useRoot();
  const hint = <p className="hint mb-3">{m.templates_review_reload_hint()}</p>;
  return root?.lite ? hint : <noscript>{hint}</noscript>;
}
