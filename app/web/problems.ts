import type { SubmissionResult } from "@conform-to/react";
import { m } from "#messages";

/**
 * The errors of a refused form for its summary; each links to the field of that name, or of the id from
 * `idOf`.
 */
export function problemsOf(
  result: SubmissionResult<string[]> | undefined,
  idOf: (name: string) => string = (name) => name,
): { id?: string; text: string }[] {
  return Object.entries(result?.error ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((text) => (name ? { id: idOf(name), text: firstOf(text) } : { text })),
  );
}

/** Ids on a page where several forms have a reason field: `reason-` and the form's purpose. */
export const reasonFor =
  (key: unknown) =>
  (name: string): string =>
    name === "reason" ? `reason-${key}` : name;

/** Several errors of one field are separate lines; the summary gives their number. */
function firstOf(text: string): string {
  const lines = text.split("\n");
  return lines.length === 1 ? text : m.ui_and_more_see_below({ lines: lines[0] ?? "" });
}

/** The typed value of a refused form, else the stored one. */
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
