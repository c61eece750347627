import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useRoot } from "#app/web/useRoot.ts";
import { askAgain, whileSeen } from "#app/web/whileSeen.ts";
import { m } from "#messages";

/** Mostly Meta answers at once, or within minutes. */
const firstSeconds = [3, 3, 4, 5, 10, 15, 30];
const thenEverySeconds = 60;
const atMost = 30;

/**
 * Loads the screen anew while Meta reviews a template on it: every few seconds at first, then each minute, for about 25
 * minutes. Not while nobody looks; then it begins again.
 */
export function useReviewNews(reviewed: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!reviewed) return;
    return whileSeen(() => {
      let asked = 0;
      return askAgain(revalidate, () => {
        if (asked === atMost) return null;
        const seconds = firstSeconds[asked] ?? thenEverySeconds;
        asked += 1;
        return seconds * 1000;
      });
    });
  }, [reviewed, revalidate]);
}

/** For who has no script that would look for news. */
export function ReloadHint() {
  const root = useRoot();
  const hint = <p className="hint mb-3">{m.templates_meta_is_reviewing_a_template_reload()}</p>;
  return root?.lite ? hint : <noscript>{hint}</noscript>;
}
