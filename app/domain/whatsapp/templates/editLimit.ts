const dayMs = 86_400_000;
const monthMs = 30 * dayMs;
const mostInMonth = 10;

/** The edits of the last 30 days. */
const counted = (edits: readonly string[], now: Date): Date[] =>
  edits.map((at) => new Date(at)).filter((at) => now.getTime() - at.getTime() < monthMs);

/** The counted edits and this one. */
export const editsAfter = (edits: readonly string[], now: Date): string[] =>
  [...counted(edits, now), now].map((at) => at.toISOString());

/**
 * Why an approved template can't be edited now, and until when: Meta accepts one edit in 24 hours and ten in
 * 30 days (facts/whatsapp-cloud-api.md §8.1). Null when it can.
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
