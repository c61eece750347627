import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that a browser gets them without the validation. */

/** The spec's types of a template, by Meta's category. */
export const categoryWords = {
  get MARKETING() {
    return m.labels_marketing();
  },
  get UTILITY() {
    return m.labels_transactional();
  },
  AUTHENTICATION: "OTP",
} as const;
export type TemplateCategory = keyof typeof categoryWords;

export const languageWords = {
  get en() {
    return m.labels_english();
  },
  get sw() {
    return m.labels_swahili();
  },
  get fr() {
    return m.labels_french();
  },
} as const;

/** `en_US` → `English (US)`; a language that we do not know stays as Meta writes it. */
export function languageName(code: string): string {
  const [language = "", region] = code.split("_");
  const word = (languageWords as Record<string, string>)[language];
  return word ? `${word}${region ? ` (${region})` : ""}` : code;
}

export const buttonKinds = {
  get QUICK_REPLY() {
    return m.labels_quick_reply();
  },
  get URL() {
    return m.labels_visit_website();
  },
  get PHONE_NUMBER() {
    return m.labels_call_phone_number();
  },
  get COPY_CODE() {
    return m.labels_copy_a_code();
  },
} as const;
/** A card of a carousel has no code to copy. */
export const cardButtonKinds = {
  get QUICK_REPLY() {
    return buttonKinds.QUICK_REPLY;
  },
  get URL() {
    return buttonKinds.URL;
  },
  get PHONE_NUMBER() {
    return buttonKinds.PHONE_NUMBER;
  },
} as const;
export type ButtonKind = keyof typeof buttonKinds;

/** Meta's scores. */
export const qualityWords: Record<string, string> = {
  get GREEN() {
    return m.labels_high();
  },
  get YELLOW() {
    return m.labels_medium();
  },
  get RED() {
    return m.labels_low();
  },
};

export const headerFormats = {
  get TEXT() {
    return m.labels_text_or_none();
  },
  get IMAGE() {
    return m.labels_picture_2();
  },
  get VIDEO() {
    return m.labels_video_2();
  },
  get DOCUMENT() {
    return m.labels_document_pdf();
  },
  get LOCATION() {
    return m.labels_place_on_a_map();
  },
} as const;
export type HeaderFormat = keyof typeof headerFormats;
export const cardFormats = {
  get IMAGE() {
    return m.labels_picture_2();
  },
  get VIDEO() {
    return m.labels_video_2();
  },
} as const;

/** How a one-time code gets into an app (facts/whatsapp-cloud-api.md §8.2). */
export const otpTypes = {
  get COPY_CODE() {
    return m.labels_a_button_copies_it();
  },
  get ONE_TAP() {
    return m.labels_one_tap_fills_it_into_your();
  },
  get ZERO_TAP() {
    return m.labels_it_goes_into_your_app_by();
  },
} as const;

/** Filters of the table, as the spec names the states. */
export const statusFilters = {
  get all() {
    return m.labels_all_statuses();
  },
  get approved() {
    return m.labels_approved();
  },
  get pending() {
    return m.labels_pending();
  },
  get rejected() {
    return m.labels_rejected();
  },
  get paused() {
    return m.labels_paused();
  },
  get disabled() {
    return m.labels_disabled();
  },
} as const;
export type StatusFilter = keyof typeof statusFilters;
