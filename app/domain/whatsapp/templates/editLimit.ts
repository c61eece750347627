const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const mostInMonth = 10;

/** The changes of an approved template that still count. */
const counted = (edits: readonly string[], now: Date): Date[] =>
  edits.map((at) => new Date(at)).filter((at) => now.getTime() - at.getTime() < monthMs);

/** The list with one more, and without those that count no longer. */
export const editsAfter = (edits: readonly string[], now: Date): string[] =>
  [...counted(edits, now), now].map((at) => at.toISOString());

/**
 * Why an approved template may not be changed now, and until when: Meta takes one change in 24 hours and ten in 30 days
 * (facts/whatsapp-cloud-api.md §8.1). Null when it may.
 */
export function editLimit(
  edits: readonly string[],
  now: Date,
): { code: "template.edited_today" | "template.edited_often"; until: Date } | null {
  const recent = counted(edits, now);
  const last = recent.at(-1);
  if (recent.length >= mostInMonth)
    return {
      code: "template.edited_often",
      until: new Date(recent[recent.length - mostInMonth]!.getTime() + monthMs),
    };
  if (last && now.getTime() - last.getTime() < dayMs)
    return { code: "template.edited_today", until: new Date(last.getTime() + dayMs) };
  return null;
}
