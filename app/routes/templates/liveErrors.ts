import { problemsOf } from "#app/domain/whatsapp/templates/problems.ts";
import type { TemplateDraft } from "#app/domain/whatsapp/templates/schemas.ts";

/** Several findings about one field come line by line. */
export type ErrorOf = (field: string) => string | undefined;
type Errors = Record<string, string[] | undefined>;

/**
 * The errors of a refused form while it is corrected: the rules that the browser knows are told as they are kept and
 * broken, any other error stands until its field holds something else. `summary` lists what is left of the refusal.
 */
export function liveErrors(
  refused: Errors,
  submitted: unknown,
  current: unknown,
  draft: TemplateDraft,
): { errorOf: ErrorOf; summary: { id: string | undefined; text: string }[] } {
  if (Object.keys(refused).length === 0) return { errorOf: () => undefined, summary: [] };
  const problems = problemsOf(draft);
  const isUntouched = (field: string) => valueAt(submitted, field) === valueAt(current, field);
  return {
    errorOf: (field) => (problems[field] ?? (isUntouched(field) ? refused[field] : undefined))?.join("\n"),
    summary: Object.entries(refused).flatMap(([field, texts]) =>
      (texts ?? [])
        .filter((text) => field === "" || isUntouched(field) || problems[field]?.includes(text))
        .map((text) => ({ text: `${placeOf(field)}${text}`, id: field === "" ? undefined : field })),
    ),
  };
}

/** Which part of the template an error is about, where its words alone do not say it. */
function placeOf(field: string): string {
  const button = /^buttons\[(\d+)\]/.exec(field)?.[1];
  if (button !== undefined) return `Button ${Number(button) + 1}: `;
  const parts: Record<string, string> = { header: "Header: ", body: "Message: ", footer: "Footer: " };
  return parts[field] ?? "";
}

/** The text that a form holds at `buttons[0].text`; nothing and an empty text are the same. */
function valueAt(value: unknown, field: string): string {
  let at = value;
  for (const part of field.split(/[.[\]]+/).filter(Boolean))
    at = at !== null && typeof at === "object" ? (at as Record<string, unknown>)[part] : undefined;
  return typeof at === "string" ? at : JSON.stringify(at ?? "");
}
