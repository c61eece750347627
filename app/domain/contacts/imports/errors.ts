import { DomainError, type ErrorKind } from "#app/platform/errors.ts";

type Reason =
  | "empty"
  | "not_csv"
  | "no_file"
  | "too_large"
  | "too_many_columns"
  | "no_phone_column"
  | "incomplete";

/** The file as a whole cannot be imported; the message says what to do and stands at the file field. */
export function fileRefused(reason: Reason, message: string, cause?: unknown): DomainError {
  const kind: ErrorKind = reason === "too_large" ? "too_large" : "invalid";
  return new DomainError(kind, `contact_import.${reason}`, message, { fields: { file: message }, cause });
}
