import { useState } from "react";
import { type ShouldRevalidateFunctionArgs, useFetcher } from "react-router";
import { useDebounced } from "#app/web/useDebounced.ts";
import type { Composed } from "./composed.server.ts";

type Answer = { composed?: Composed | undefined } | undefined;

/** What follows from a control: the message alone, or audience and price too; undefined for nothing. */
function effectOf(name: string): "preview" | "count" | undefined {
  if (name.startsWith("variables[")) return "preview";
  const counts = /^(templateId|kind|tag|segmentId|numbers|consent|(not-)?(match|of|op|value))$/;
  return counts.test(name) ? "count" : undefined;
}

/** The parts of the newest response; a preview alone keeps the count. */
const merged = (before: Composed, came: Composed): Composed =>
  came.isCounted ? came : { ...came, counted: before.counted, noReach: before.noReach };

/**
 * What the form shows for what is typed: from the page, a response to the form or, with script, a moment after each
 * change. `isStale` while the count is older than the choice.
 */
export function useComposed(initial: Composed, answer: Answer) {
  const fetcher = useFetcher<Answer>();
  const came = { posted: answer?.composed, fetched: fetcher.data?.composed };
  const [kept, setKept] = useState({
    ...came,
    shown: came.posted ? merged(initial, came.posted) : initial,
    isStale: false,
  });
  if (kept.posted !== came.posted || kept.fetched !== came.fetched) {
    const newest = kept.fetched === came.fetched ? came.posted : came.fetched;
    setKept({
      ...came,
      shown: newest ? merged(kept.shown, newest) : kept.shown,
      isStale: kept.isStale && !newest?.isCounted,
    });
  }
  const { shown, isStale } = kept;
  const update = useDebounced((form: HTMLFormElement) => {
    const typed = new FormData(form);
    for (const [name, value] of [...typed]) if (typeof value !== "string") typed.delete(name);
    typed.set("intent", isStale ? "count" : "preview");
    void fetcher.submit(typed, { method: "post" });
  }, 400);
  const follow = (form: HTMLFormElement, { name, value }: { name: string; value: string }) => {
    const effect = effectOf(name);
    if (effect === "count")
      setKept(({ shown: before, ...was }) => {
        const audience = name === "kind" ? { ...before.audience, kind: value } : before.audience;
        return { ...was, shown: { ...before, audience }, isStale: true };
      });
    if (effect) update(form);
  };
  return { shown, isStale, follow, cancel: update.cancel };
}

/** An update while typing changes nothing that a page has loaded. */
export const exceptForUpdates = ({
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate && !["count", "preview"].includes(String(formData?.get("intent")));
