import { DomainError } from "#app/platform/errors.ts";

export function badPhone(reason: string): DomainError {
  return new DomainError("invalid", "contact.bad_phone", reason, { fields: { phone: reason } });
}

export function phoneTaken(): DomainError {
  const message = "A contact with this number already exists. Change that one instead.";
  return new DomainError("conflict", "contact.phone_taken", message, { fields: { phone: message } });
}

export function isOptedOut(): DomainError {
  const message = "This person opted out. Opt them in first, and only when they asked for it.";
  return new DomainError("conflict", "contact.opted_out", message, { fields: { consent: message } });
}
