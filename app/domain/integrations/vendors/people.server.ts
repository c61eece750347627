import { normalisePhone } from "#app/platform/phone/phone.ts";

/** A valid phone number in E.164, or null. */
export function phoneIn(text: string): string | null {
  const phone = normalisePhone(text);
  return phone.ok ? phone.phone : null;
}
