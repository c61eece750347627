import type { SubmissionResult } from "@conform-to/dom";
import { m } from "#messages";

/** The reply to a refused form: the typed values and the errors, by field. */
export type FormResult = SubmissionResult<string[]> | undefined;

/**
 * The props of a control, for `<Field {...fieldProps(result, "title", deal.title)} label={…} />`: its name, the typed value,
 * else the stored one, and its error. Pages need no client code of Conform.
 */
export const fieldProps = (result: FormResult, name: string, stored = "") => ({
  name,
  defaultValue: fieldValue(result, name, stored),
  error: fieldError(result, name),
});

/** The typed value of a refused form, else the stored one. */
export function fieldValue(result: FormResult, name: string, stored = ""): string {
  if (!result?.initialValue) return stored;
  const typed = valueAt(result.initialValue, name);
  return typeof typed === "string" ? typed : "";
}

/** The value of a name in a list of rows: `lines[0].price`. */
const valueAt = (values: unknown, name: string): unknown =>
  name
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], values);

/** Whether a checkbox is ticked: as posted, else as stored. */
export const isTicked = (result: FormResult, name: string, stored = false): boolean =>
  result?.initialValue ? result.initialValue[name] === "on" : stored;

export const fieldError = (result: FormResult, name: string): string | undefined =>
  result?.error?.[name]?.[0];

/** The reply to one of a page's several forms; the button's `intent` names the form. */
export const resultOf = (result: FormResult, intent: string): FormResult =>
  result?.initialValue?.intent === intent ? result : undefined;

/**
 * The errors of a refused form for its summary; each links to the field of that name, or of the id from
 * `idOf`.
 */
export function problemsOf(
  result: FormResult,
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
  return lines.length === 1 ? text : m.ui_problems_first_of_several({ lines: lines[0] ?? "" });
}
