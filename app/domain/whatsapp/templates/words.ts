/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

/** The spec's types of a template, by Meta's category. */
export const categoryWords = {
  MARKETING: "Marketing",
  UTILITY: "Transactional",
  AUTHENTICATION: "OTP",
} as const;
export type TemplateCategory = keyof typeof categoryWords;

export const languageWords = { en: "English", sw: "Swahili", fr: "French" } as const;

/** `en_US` → `English (US)`; a language that we do not know stays as Meta writes it. */
export function languageName(code: string): string {
  const [language = "", region] = code.split("_");
  const word = (languageWords as Record<string, string>)[language];
  return word ? `${word}${region ? ` (${region})` : ""}` : code;
}

export const buttonKinds = {
  QUICK_REPLY: "Quick reply",
  URL: "Visit website",
  PHONE_NUMBER: "Call phone number",
} as const;
export type ButtonKind = keyof typeof buttonKinds;

/** Filters of the table, as the spec names the states. */
export const statusFilters = {
  all: "All statuses",
  approved: "Approved",
  pending: "Pending",
  rejected: "Rejected",
  paused: "Paused",
  disabled: "Disabled",
} as const;
export type StatusFilter = keyof typeof statusFilters;
