import { maxNameLength } from "./schemas.ts";

/**
 * A person's own name on WhatsApp, as a contact's name; empty when there is none. A phone number is not used:
 * no one is greeted by it, and it is shown next to the name anyway.
 */
export function profileName(text: string | undefined): string {
  const name = text?.trim().slice(0, maxNameLength).toWellFormed() ?? "";
  return isPhoneNumber(name) ? "" : name;
}

/** As many digits as a number has, with only the usual separators. */
const isPhoneNumber = (name: string): boolean =>
  /^[+\p{Nd}\p{P}\p{Cf}\s]+$/u.test(name) && (name.match(/\p{Nd}/gu)?.length ?? 0) >= 7;
