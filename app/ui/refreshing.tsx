import { useEffect } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import type { loader } from "#app/root.tsx";

/** Keeps a screen of ongoing work up to date: with script it asks for news every second, without it the page reloads. */
export function Refreshing({ seconds = 3 }: { seconds?: number }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => {
      if (!document.hidden) void revalidate();
    }, 1000);
    const onReturn = () => void revalidate();
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [revalidate, state]);
  const reload = <meta httpEquiv="refresh" content={String(seconds)} />;
  return root?.lite ? reload : <noscript>{reload}</noscript>;
}
