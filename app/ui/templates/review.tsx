import { useEffect } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

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
    let asked = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      if (document.hidden || asked >= atMost) return;
      timer = setTimeout(ask, (firstSeconds[asked] ?? thenEverySeconds) * 1000);
    };
    const ask = async () => {
      asked += 1;
      await revalidate();
      plan();
    };
    const onLook = () => {
      clearTimeout(timer);
      asked = 0;
      plan();
    };
    plan();
    document.addEventListener("visibilitychange", onLook);
    return () => {
      asked = atMost;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onLook);
    };
  }, [reviewed, revalidate]);
}

/** For who has no script that would look for news. */
export function ReloadHint() {
  const root = useRouteLoaderData<typeof loader>("root");
  const hint = (
    <p className="hint mb-3">Meta is reviewing a template. Reload this page to see its newest state.</p>
  );
  return root?.lite ? hint : <noscript>{hint}</noscript>;
}
