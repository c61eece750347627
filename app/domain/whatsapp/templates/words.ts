import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Choices of the screens, apart from the schemas, so that browsers load them without the validation. */

/** Template types of the spec, by Meta's category. */
export const categoryWords = lazy({
  MARKETING: m.common_kind_marketing,
  UTILITY: m.templates_category_utility,
  AUTHENTICATION: "OTP",
});
export type TemplateCategory = keyof typeof categoryWords;

export const buttonKinds = lazy({
  QUICK_REPLY: m.templates_quick_reply,
  URL: m.templates_visit_website,
  PHONE_NUMBER: m.templates_call_phone_number,
  COPY_CODE: m.templates_button_kinds_copy_code,
});
/** A carousel card can't have a code to copy. */
export const cardButtonKinds = lazy({
  QUICK_REPLY: m.templates_quick_reply,
  URL: m.templates_visit_website,
  PHONE_NUMBER: m.templates_call_phone_number,
});
export type ButtonKind = keyof typeof buttonKinds;

/** Meta's quality scores. */
export const qualityWords: Record<string, string> = lazy({
  GREEN: m.common_level_high,
  YELLOW: m.common_level_medium,
  RED: m.common_level_low,
});

export const headerFormats = lazy({
  TEXT: m.templates_header_formats_text,
  IMAGE: m.common_picture,
  VIDEO: m.templates_video,
  DOCUMENT: m.templates_header_formats_document,
  LOCATION: m.templates_header_formats_location,
});
export type HeaderFormat = keyof typeof headerFormats;
export const cardFormats = lazy({
  IMAGE: m.common_picture,
  VIDEO: m.templates_video,
});

/** How a one-time code reaches an app (facts/whatsapp-cloud-api.md §8.2). */
export const otpTypes = lazy({
  COPY_CODE: m.templates_otp_types_copy_code,
  ONE_TAP: m.templates_otp_types_one_tap,
  ZERO_TAP: m.templates_otp_types_zero_tap,
});

/** Filters of the table, named as in the spec. */
export const statusFilters = lazy({
  all: m.common_all_statuses,
  approved: m.templates_approved,
  pending: m.common_pending,
  rejected: m.templates_rejected,
  paused: m.common_paused,
  disabled: m.templates_disabled,
});
export type StatusFilter = keyof typeof statusFilters;
