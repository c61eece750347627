import { storedWords } from "#app/domain/whatsapp/webhookEvents/storedWords.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

interface Stored {
  /** The message types with this placeholder; in other types the same words are a person's own. */
  types: readonly string[];
  whole: string;
  word: () => string;
}

/** A placeholder for content without text: as stored, and in the reader's language. */
const stored: readonly Stored[] = [
  { types: ["image"], whole: storedWords.image, word: m.chat_message_type_image },
  { types: ["video"], whole: storedWords.video, word: m.chat_message_type_video },
  { types: ["audio", "voice"], whole: storedWords.voice, word: m.chat_message_type_voice },
  { types: ["audio", "voice"], whole: storedWords.audio, word: m.chat_stored_audio },
  { types: ["document"], whole: storedWords.document, word: m.chat_message_type_document },
  { types: ["location"], whole: storedWords.location, word: m.chat_message_type_location },
  { types: ["contacts"], whole: storedWords.contact, word: m.chat_stored_contact },
  { types: ["sticker"], whole: storedWords.sticker, word: m.chat_message_type_sticker },
  { types: ["reaction"], whole: storedWords.reactionRemoved, word: m.chat_stored_reaction_removed },
  { types: ["system"], whole: storedWords.numberChanged, word: m.chat_stored_number_changed },
  { types: ["revoke"], whole: storedWords.deleted, word: m.chat_stored_deleted },
  { types: ["call"], whole: storedWords.missedCall, word: m.chat_message_type_call },
  { types: ["interactive"], whole: storedWords.callPermission, word: m.chat_stored_call_permission },
];

/** The emoji at the beginning, with its blank. */
const signOf = (whole: string): string => whole.slice(0, whole.search(/[A-Z]/));

/** An edited message's type is not stored: a leading emoji identifies it. */
const inEdited = (body: string): string => {
  const found = stored.find(({ whole }) => signOf(whole) && body.startsWith(whole));
  return found ? inReadersWords(found.types[0]!, body) : body;
};

/** A message's stored text by type, in the reader's language; a caption is unchanged. */
export function inReadersWords(type: string, body: string): string {
  if (type === "text" || type === "template") return body;
  if (body === storedWords.unreadable) return m.chat_message_type_unsupported();
  if (type === "edit" && body.startsWith(storedWords.edited)) {
    const rest = body.slice(storedWords.edited.length).replace(/^: /, "");
    return rest ? labelled(m.chat_stored_edited(), inEdited(rest)) : m.chat_stored_edited();
  }
  for (const { types, whole, word } of stored) {
    if (!types.includes(type)) continue;
    if (body === whole) return `${signOf(whole)}${word()}`;
    if (body.startsWith(`${whole}: `))
      return labelled(`${signOf(whole)}${word()}`, body.slice(whole.length + 2));
  }
  const emoji = type === "reaction" ? /^Reacted (\S+)$/.exec(body)?.[1] : undefined;
  if (emoji) return m.chat_stored_reaction({ emoji });
  const order = type === "order" ? /^🛒 Order of (\d+) items(?:: (.*))?$/s.exec(body) : null;
  if (!order) return body;
  const words = `🛒 ${m.chat_order_with_items({ items: order[1]! })}`;
  return order[2] ? labelled(words, order[2]) : words;
}
