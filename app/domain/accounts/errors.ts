import { DomainError } from "#app/platform/errors.ts";

/** Told only to who has proven to be the user. */
export function accountSuspended(): DomainError {
  const message = "This account is suspended. Please contact support to have it opened again.";
  return new DomainError("forbidden", "auth.suspended", message);
}
