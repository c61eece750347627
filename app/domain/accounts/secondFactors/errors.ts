import { DomainError } from "#app/platform/errors.ts";

/** The refusal of a code that neither the app shows now nor an unused backup code is. */
export function wrongCode(): DomainError {
  const message = "This code is not right. Enter the newest code of the app, or an unused backup code.";
  return new DomainError("invalid", "second_factor.wrong_code", message, { fields: { code: message } });
}
