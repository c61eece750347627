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
  COPY_CODE: "Copy a code",
} as const;
/** A card of a carousel has no code to copy. */
export const cardButtonKinds = {
  QUICK_REPLY: buttonKinds.QUICK_REPLY,
  URL: buttonKinds.URL,
  PHONE_NUMBER: buttonKinds.PHONE_NUMBER,
} as const;
export type ButtonKind = keyof typeof buttonKinds;

/** Meta's scores. */
export const qualityWords: Record<string, string> = { GREEN: "High", YELLOW: "Medium", RED: "Low" };

export const headerFormats = {
  TEXT: "Text, or none",
  IMAGE: "Picture",
  VIDEO: "Video",
  DOCUMENT: "Document (PDF)",
  LOCATION: "Place on a map",
} as const;
export type HeaderFormat = keyof typeof headerFormats;
export const cardFormats = { IMAGE: "Picture", VIDEO: "Video" } as const;

/** How a one-time code gets into an app (facts/whatsapp-cloud-api.md §8.2). */
export const otpTypes = {
  COPY_CODE: "A button copies it",
  ONE_TAP: "One tap fills it into your app",
  ZERO_TAP: "It goes into your app by itself",
} as const;

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
