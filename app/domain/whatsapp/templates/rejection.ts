import { lazy } from "#app/platform/text/lazy.ts";
import { notesOf, noteWords } from "#app/platform/text/notes.ts";
import { m } from "#messages";

const reasons: Record<string, string> = lazy({
  ABUSIVE_CONTENT: m.templates_reasons_abusive_content,
  INCORRECT_CATEGORY: m.templates_reasons_incorrect_category,
  INVALID_FORMAT: m.templates_reasons_invalid_format,
  PROMOTIONAL: m.templates_reasons_promotional,
  SCAM: m.templates_reasons_scam,
  TAG_CONTENT_MISMATCH: m.templates_reasons_tag_content_mismatch,
  CATEGORY_NOT_AVAILABLE: m.templates_reasons_category_not_available,
});

/** `advice` in Meta's own words. */
type MetasCode = { reason: string; advice?: string | undefined };

/** Why a template is rejected, where that is not a sentence of Meta's. */
export const rejectionNote = notesOf({
  "template.rejected": ({ reason, advice }: MetasCode) =>
    [reasons[reason] ?? reason, advice].filter(Boolean).join(" "),
  "template.returned": m.templates_rejection_returned_by_review,
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
