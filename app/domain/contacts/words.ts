/** Sources of a consent that no member wrote; anything else is told as it was written. */
const words: Record<string, string> = {
  member: "Noted by a member",
  "whatsapp:preferences": "Their choice in WhatsApp's settings",
  "whatsapp:refused": "WhatsApp says that they stopped marketing messages",
};

/** Where a person told their wish: `whatsapp:STOP` → `“STOP” on WhatsApp`. */
export function consentSourceWords(source: string): string {
  const [, written] = /^whatsapp:(.+)$/s.exec(source) ?? [];
  const [, fileName] = /^import: (.+)$/s.exec(source) ?? [];
  if (words[source]) return words[source];
  if (written) return `“${written}” on WhatsApp`;
  return fileName ? `Import of ${fileName}` : source;
}

/** Did a member write this source in their own words? */
export const isWrittenByMember = (source: string): boolean => consentSourceWords(source) === source;
