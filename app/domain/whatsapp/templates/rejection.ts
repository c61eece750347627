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

/** `advice` is Meta's text. */
type MetasCode = { reason: string; advice?: string | undefined };

/** Why a template is rejected, unless Meta gave a text. */
export const rejectionNote = notesOf({
  "template.rejected": ({ reason, advice }: MetasCode) =>
    [reasons[reason] ?? reason, advice].filter(Boolean).join(" "),
  "template.returned": m.templates_rejection_returned_by_review,
});

/** Meta's reason for the rejection and its advice, as stored; null without a reason. */
export function rejectionOf(
  reason: string | null | undefined,
  info?: { reason?: string | undefined; recommendation?: string | undefined } | null,
): string | null {
  const advice = info?.recommendation;
  if (info?.reason) return advice ? `${info.reason} ${advice}` : info.reason;
  if (reason && reason !== "NONE") return rejectionNote("template.rejected", { reason, advice });
  return advice || null;
}

/** The stored reason in the reader's language. */
export const rejectionWords = (stored: string | null): string | null => stored && noteWords(stored);
