import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Sources of a consent not written by a member; anything else is shown as written. */
const words: Record<string, string> = lazy({
  member: m.contacts_consent_source_member,
  "whatsapp:preferences": m.contacts_consent_source_preferences,
  "whatsapp:refused": m.contacts_consent_source_refused,
});

/** Where a wish was sent: `whatsapp:STOP` → `“STOP” on WhatsApp`. */
export function consentSourceWords(source: string): string {
  const [, written] = /^whatsapp:(.+)$/s.exec(source) ?? [];
  const [, fileName] = /^import: (.+)$/s.exec(source) ?? [];
  if (words[source]) return words[source];
  if (written) return m.contacts_consent_source_whatsapp_words({ written });
  return fileName ? m.contacts_consent_source_import({ fileName }) : source;
}

/** Whether a member wrote this source in their own words. */
export const isWrittenByMember = (source: string): boolean => consentSourceWords(source) === source;
