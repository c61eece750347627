import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { renderTemplate } from "#app/domain/whatsapp/templates/variables.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { inReadersWords } from "./inReadersWords.ts";

/** How far a message got, in the words of the chat. `received` is a message of the contact. */
export type ChatStatus = "received" | "sending" | "sent" | "delivered" | "read" | "failed" | "cancelled";

const statuses: Record<MessageState, ChatStatus> = {
  queued: "sending",
  unknown: "sending",
  accepted: "sent",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  cancelled: "cancelled",
};

export const chatStatusOf = (direction: "in" | "out", state: MessageState): ChatStatus =>
  direction === "in" ? "received" : statuses[state];

/** What is shown where a message has no text of its own, by its WhatsApp type (facts/whatsapp-cloud-api.md §5.1). */
const names: Record<string, string> = lazy({
  image: m.errors_photo,
  video: m.errors_video,
  audio: m.errors_voice_or_audio_message,
  voice: m.errors_voice_message,
  document: m.errors_document,
  sticker: m.errors_sticker,
  location: m.errors_location,
  contacts: m.errors_contact_card,
  interactive: m.errors_reply,
  button: m.errors_button_reply,
  reaction: m.errors_reaction,
  order: m.errors_order,
  call: m.errors_missed_call,
  system: m.errors_notice_from_whatsapp,
  template: m.errors_template_message,
  unsupported: m.errors_a_message_of_a_kind_that,
});

export const messageTypeName = (type: string): string =>
  names[type] ?? (type === "text" ? m.errors_message() : m.errors_message_of_type({ type }));

/** A message as the chat shows it. */
export interface ChatContent {
  content: string;
  header: string | null;
  footer: string | null;
  /** Captions of a template's buttons. */
  buttons: string[];
}

/** The readable form of a message: a template with its values filled in, else its text, else the name of its type. */
export function readMessage(message: {
  type: string;
  body: string | null;
  variables: Record<string, string> | null;
  components: readonly TemplateComponent[] | null;
}): ChatContent {
  if (message.type === "template" && message.components) {
    const rendered = renderTemplate(message.components, message.variables ?? {});
    return {
      content: rendered.body,
      header: rendered.header?.text || null,
      footer: rendered.footer,
      buttons: rendered.buttons.map(({ text }) => text),
    };
  }
  const body = inReadersWords(message.type, message.body?.trim() ?? "");
  return {
    content: body === "" ? messageTypeName(message.type) : body,
    header: null,
    footer: null,
    buttons: [],
  };
}

const excerptLength = 200;

/** The one line that a conversation list shows of a message. */
export function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength - 1).toWellFormed()}…` : line;
}
