import type { ErrorKind } from "#app/platform/errors.ts";

export interface Refusal {
  kind: ErrorKind;
  /** What happened. */
  what: string;
  /** What the caller should do. */
  todo: string;
}

export const refusal = (kind: ErrorKind, what: string, todo: string): Refusal => ({ kind, what, todo });
export const missing = (what: string) =>
  refusal(
    "not_found",
    `There is no such ${what} in your organisation.`,
    "Check the id. It may have been deleted.",
  );
