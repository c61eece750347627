import { m } from "#messages";

/** Why a template of this category may not go to this person, or null. STOP ends everything but replies; marketing needs consent. */
export function refusalOf(
  contact: {
    optedOutAt: Date | null;
    consent: "granted" | "none";
    phone: string | null;
    waId: string | null;
  },
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION",
): { code: string; message: string } | null {
  if (contact.optedOutAt) {
    return {
      code: "contact.opted_out",
      message: m.errors_template_contact_opted_out(),
    };
  }
  if (category === "MARKETING" && contact.consent !== "granted") {
    return {
      code: "contact.no_consent",
      message: m.errors_template_no_marketing_consent(),
    };
  }
  // Meta refuses one-time codes to user ids (131062).
  if (category === "AUTHENTICATION" && contact.phone === null && contact.waId === null) {
    return { code: "conversation.no_phone", message: m.errors_template_code_needs_phone() };
  }
  return null;
}
