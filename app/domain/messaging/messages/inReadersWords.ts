import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

interface Stored {
  /** The types of messages of which it is said; of others the same words are someone's own. */
  types: readonly string[];
  /** As it is stored, behind its sign (`app/domain/whatsapp/webhookEvents/events.ts`). */
  beginning: string;
  sign?: string;
  word: () => string;
}

/** What stands for something that is no text, as it is stored, and in the reader's words. */
const stored: readonly Stored[] = [
  { types: ["image"], sign: "📷 ", beginning: "Photo", word: m.chat_message_type_image },
  { types: ["video"], sign: "🎬 ", beginning: "Video", word: m.chat_message_type_video },
  { types: ["audio", "voice"], sign: "🎤 ", beginning: "Voice message", word: m.chat_message_type_voice },
  { types: ["audio", "voice"], sign: "🎵 ", beginning: "Audio", word: m.chat_stored_audio },
  { types: ["document"], sign: "📄 ", beginning: "Document", word: m.chat_message_type_document },
  { types: ["location"], sign: "📍 ", beginning: "Location", word: m.chat_message_type_location },
  { types: ["contacts"], sign: "👤 ", beginning: "Contact", word: m.chat_stored_contact },
  { types: ["sticker"], beginning: "Sticker", word: m.chat_message_type_sticker },
  { types: ["reaction"], beginning: "Took a reaction back", word: m.chat_stored_reaction_removed },
  { types: ["system"], beginning: "Changed number", word: m.chat_stored_number_changed },
  { types: ["revoke"], beginning: "Deleted a message", word: m.chat_stored_deleted },
  { types: ["call"], sign: "📞 ", beginning: "Missed call", word: m.chat_message_type_call },
  { types: ["interactive"], beginning: "Call permission", word: m.chat_stored_call_permission },
];
const unreadable = "A message of a kind that WhatsApp does not pass on";
const edited = "Edited";

/** An edited message's type is not stored: a leading emoji identifies it. */
const inEdited = (body: string): string => {
  const found = stored.find(({ sign, beginning }) => sign && body.startsWith(`${sign}${beginning}`));
  return found ? inReadersWords(found.types[0]!, body) : body;
};

/** A message's stored text by type, in the reader's language; a caption is unchanged. */
export function inReadersWords(type: string, body: string): string {
  if (type === "text" || type === "template") return body;
  if (body === unreadable) return m.chat_message_type_unsupported();
  if (type === "edit" && body.startsWith(edited)) {
    const rest = body.slice(edited.length).replace(/^: /, "");
    return rest ? labelled(m.chat_stored_edited(), inEdited(rest)) : m.chat_stored_edited();
  }
  for (const { types, sign = "", beginning, word } of stored) {
    const whole = `${sign}${beginning}`;
    if (!types.includes(type)) continue;
    if (body === whole) return `${sign}${word()}`;
    if (body.startsWith(`${whole}: `)) return labelled(`${sign}${word()}`, body.slice(whole.length + 2));
  }
  const emoji = type === "reaction" ? /^Reacted (\S+)$/.exec(body)?.[1] : undefined;
  if (emoji) return m.chat_stored_reaction({ emoji });
  const order = type === "order" ? /^🛒 Order of (\d+) items(?:: (.*))?$/s.exec(body) : null;
  if (!order) return body;
  const words = `🛒 ${m.chat_order_with_items({ items: order[1]! })}`;
  return order[2] ? labelled(words, order[2]) : words;
}
