import { maxNameLength } from "./schemas.ts";

/**
 * The name that a person gave themselves on WhatsApp, as a contact's name; empty where there is none. A phone number is
 * none: nobody is greeted by it, and the contact has it beside the name.
 */
export function profileName(text: string | undefined): string {
  const name = text?.trim().slice(0, maxNameLength).toWellFormed() ?? "";
  return isPhoneNumber(name) ? "" : name;
}

/** Digits as many as a number has, and nothing else but the signs that people put between them. */
const isPhoneNumber = (name: string): boolean =>
  /^[+\p{Nd}\p{P}\p{Cf}\s]+$/u.test(name) && (name.match(/\p{Nd}/gu)?.length ?? 0) >= 7;
