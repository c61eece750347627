import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

/** The spec's types of a template, by Meta's category. */
export const categoryWords = lazy({
  MARKETING: m.labels_marketing,
  UTILITY: m.labels_transactional,
  AUTHENTICATION: "OTP",
});
export type TemplateCategory = keyof typeof categoryWords;

export const languageWords = lazy({
  en: m.labels_english,
  sw: m.labels_swahili,
  fr: m.labels_french,
});

/** `en_US` → `English (US)`; a language that we do not know stays as Meta writes it. */
export function languageName(code: string): string {
  const [language = "", region] = code.split("_");
  const word = (languageWords as Record<string, string>)[language];
  return word ? `${word}${region ? ` (${region})` : ""}` : code;
}

export const buttonKinds = lazy({
  QUICK_REPLY: m.labels_quick_reply,
  URL: m.labels_visit_website,
  PHONE_NUMBER: m.labels_call_phone_number,
  COPY_CODE: m.labels_copy_a_code,
});
/** A card of a carousel has no code to copy. */
export const cardButtonKinds = lazy({
  QUICK_REPLY: m.labels_quick_reply,
  URL: m.labels_visit_website,
  PHONE_NUMBER: m.labels_call_phone_number,
});
export type ButtonKind = keyof typeof buttonKinds;

/** Meta's scores. */
export const qualityWords: Record<string, string> = lazy({
  GREEN: m.labels_high,
  YELLOW: m.labels_medium,
  RED: m.labels_low,
});

export const headerFormats = lazy({
  TEXT: m.labels_text_or_none,
  IMAGE: m.labels_picture_2,
  VIDEO: m.labels_video_2,
  DOCUMENT: m.labels_document_pdf,
  LOCATION: m.labels_place_on_a_map,
});
export type HeaderFormat = keyof typeof headerFormats;
export const cardFormats = lazy({
  IMAGE: m.labels_picture_2,
  VIDEO: m.labels_video_2,
});

/** How a one-time code gets into an app (facts/whatsapp-cloud-api.md §8.2). */
export const otpTypes = lazy({
  COPY_CODE: m.labels_a_button_copies_it,
  ONE_TAP: m.labels_one_tap_fills_it_into_your,
  ZERO_TAP: m.labels_it_goes_into_your_app_by,
});

/** Filters of the table, as the spec names the states. */
export const statusFilters = lazy({
  all: m.labels_all_statuses,
  approved: m.labels_approved,
  pending: m.labels_pending,
  rejected: m.labels_rejected,
  paused: m.labels_paused,
  disabled: m.labels_disabled,
});
export type StatusFilter = keyof typeof statusFilters;
