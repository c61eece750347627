import { lazy } from "#app/platform/text/lazy.ts";
import { notesOf, noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";

const reasons: Record<string, string> = lazy({
  ABUSIVE_CONTENT: m.labels_meta_found_content_that_its_rules,
  INCORRECT_CATEGORY: m.labels_the_type_does_not_fit_the,
  INVALID_FORMAT: m.labels_the_format_is_not_right_look,
  PROMOTIONAL: m.labels_the_text_is_promotional_submit_it,
  SCAM: m.labels_meta_takes_the_text_for_a,
  TAG_CONTENT_MISMATCH: m.labels_the_language_or_the_type_does,
  CATEGORY_NOT_AVAILABLE: m.labels_the_type_is_not_available_for,
});

/** `advice` in Meta's own words. */
type MetasCode = { reason: string; advice?: string | undefined };

/** Why a template is rejected, where that is not a sentence of Meta's. */
export const rejectionNote = notesOf({
  "template.rejected": ({ reason, advice }: MetasCode) =>
    [reasons[reason] ?? reason, advice].filter(Boolean).join(" "),
  "template.returned": m.labels_returned_by_our_review,
});

/** Why Meta rejected a template and what to do, as it is stored; null when Meta names no reason. */
export function rejectionOf(
  reason: string | null | undefined,
  info?: { reason?: string | undefined; recommendation?: string | undefined } | null,
): string | null {
  const advice = info?.recommendation;
  if (info?.reason) return advice ? `${info.reason} ${advice}` : info.reason;
  if (reason && reason !== "NONE") return rejectionNote("template.rejected", { reason, advice });
  return advice || null;
}

/** What is stored, in the reader's language. */
export const rejectionWords = (stored: string | null): string | null => stored && noteWords(stored);
