import { DomainError } from "#app/shared/errors.ts";
import { isCommonPassword } from "./commonPasswords.ts";

/**
 * Refuses a password that guessing programs try first, or that is the e-mail address itself.
 * @throws DomainError `password.too_common` (400), tied to the form field `field`.
 */
export function refuseWeakPassword(password: string, email: string, field: "password" | "newPassword"): void {
  const lower = password.toLowerCase();
  const isAddress = lower === email.toLowerCase() || lower === email.toLowerCase().split("@")[0];
  if (!isAddress && !isCommonPassword(password)) return;
  const message = isAddress
    ? "Your password must not be your email address. Choose another one."
    : "This password is on lists of common passwords. Choose one that is harder to guess.";
  throw new DomainError("invalid", "password.too_common", message, { fields: { [field]: message } });
}
