/** Why a template of this category may not go to this person, or null. STOP ends everything but replies; marketing needs consent. */
export function refusalOf(
  contact: { optedOutAt: Date | null; consent: "granted" | "none" },
  category: "MARKETING" | "UTILITY" | "AUTHENTICATION",
): { code: string; message: string } | null {
  if (contact.optedOutAt) {
    return {
      code: "contact.opted_out",
      message: "This contact opted out. You can only reply when they write to you.",
    };
  }
  if (category === "MARKETING" && contact.consent !== "granted") {
    return {
      code: "contact.no_consent",
      message: "This contact has not agreed to marketing messages. Choose a utility template.",
    };
  }
  return null;
}
