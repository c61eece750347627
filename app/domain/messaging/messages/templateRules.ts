import { messagingError } from "#app/domain/messaging/errors.ts";
import type { DomainError } from "#app/platform/errors.ts";

/** Why a template of this category may not go to this person, or null. STOP ends everything but replies; marketing needs consent. */
export function refusalOf(
  contact: {
    optedOutAt: Date | null;
    consent: "granted" | "none";
    phone: string | null;
    waId: string | null;
  },
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION",
): DomainError | null {
  if (contact.optedOutAt) return messagingError("contact.opted_out:template");
  if (category === "MARKETING" && contact.consent !== "granted")
    return messagingError("contact.no_consent:template");
  // Meta refuses one-time codes to user ids (131062).
  if (category === "AUTHENTICATION" && contact.phone === null && contact.waId === null)
    return messagingError("conversation.no_phone:code");
  return null;
}
