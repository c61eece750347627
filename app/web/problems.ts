import type { SubmissionResult } from "@conform-to/react";
import { m } from "#messages";

/** The messages of a refused form for its error summary; each leads to the field of that name, or of the id that `idOf` gives it. */
export function problemsOf(
  result: SubmissionResult<string[]> | undefined,
  idOf: (name: string) => string = (name) => name,
): { id?: string; text: string }[] {
  return Object.entries(result?.error ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((text) => (name ? { id: idOf(name), text: firstOf(text) } : { text })),
  );
}

/** The ids on a page where several forms ask for a reason, each in a field of its own: `reason-` and what the form is for. */
export const reasonFor =
  (key: unknown) =>
  (name: string): string =>
    name === "reason" ? `reason-${key}` : name;

/** Several findings about one field come line by line; the summary tells how many. */
function firstOf(text: string): string {
  const lines = text.split("\n");
  return lines.length === 1 ? text : m.ui_and_more_see_below({ lines: lines[0] ?? "" });
}

/** What was typed into a refused form, else what is stored. */
export function typedOr(
  result: SubmissionResult<string[]> | undefined,
  name: string,
  stored: string,
): string {
  if (!result?.initialValue) return stored;
  const typed = result.initialValue[name];
  return typeof typed === "string" ? typed : "";
}

export const errorAt = (result: SubmissionResult<string[]> | undefined, name: string): string | undefined =>
  result?.error?.[name]?.[0];
