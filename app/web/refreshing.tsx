import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useRoot } from "./useRoot.ts";
import { poll, whileVisible } from "./whileVisible.ts";

/**
 * Keeps a screen of ongoing work up to date: with script it polls every second, without it the page reloads.
 */
export function Refreshing({ seconds = 3 }: { seconds?: number }) {
  const { revalidate } = useRevalidator();
  useEffect(() => whileVisible(() => poll(revalidate, () => 1000)), [revalidate]);
  return <ReloadWithoutScript seconds={seconds} />;
}

/** Reloads the page where no script follows what it shows. */
export function ReloadWithoutScript({ seconds }: { seconds: number }) {
  const root = useRoot();
  const reload = <meta httpEquiv="refresh" content={String(seconds)} />;
  return root?.lite ? reload : <noscript>{reload}</noscript>;
}
