import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Sources of a consent not written by a member; anything else is shown as written. */
const words: Record<string, string> = lazy({
  member: m.labels_noted_by_a_member,
  "whatsapp:preferences": m.labels_their_choice_in_whatsapps_settings,
  "whatsapp:refused": m.labels_whatsapp_says_that_they_stopped_marketing,
});

/** Where a wish was sent: `whatsapp:STOP` → `“STOP” on WhatsApp`. */
export function consentSourceWords(source: string): string {
  const [, written] = /^whatsapp:(.+)$/s.exec(source) ?? [];
  const [, fileName] = /^import: (.+)$/s.exec(source) ?? [];
  if (words[source]) return words[source];
  if (written) return m.labels_on_whatsapp({ written });
  return fileName ? m.labels_import_of({ fileName }) : source;
}

/** Whether a member wrote this source in their own words. */
export const isWrittenByMember = (source: string): boolean => consentSourceWords(source) === source;
