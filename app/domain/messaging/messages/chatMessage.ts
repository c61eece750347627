import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { renderTemplate, variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";
import { inReadersWords } from "./inReadersWords.ts";

/** A message's delivery state as shown in the chat. `received`: a message from the contact. */
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
  image: m.chat_message_type_image,
  video: m.chat_message_type_video,
  audio: m.chat_message_type_audio,
  voice: m.chat_message_type_voice,
  document: m.chat_message_type_document,
  sticker: m.chat_message_type_sticker,
  location: m.chat_message_type_location,
  contacts: m.chat_message_type_contacts,
  interactive: m.chat_message_type_interactive,
  button: m.chat_message_type_button,
  reaction: m.chat_message_type_reaction,
  order: m.chat_message_type_order,
  call: m.chat_message_type_call,
  system: m.chat_message_type_system,
  template: m.chat_message_type_template,
  unsupported: m.chat_message_type_unsupported,
});

export const messageTypeName = (type: string): string =>
  names[type] ?? (type === "text" ? m.chat_message_type_text() : m.chat_message_type_other({ type }));

/** A message as the chat shows it. */
export interface ChatContent {
  content: string;
  header: string | null;
  footer: string | null;
  /** Captions of a template's buttons. */
  buttons: string[];
}

/** Values are deleted before their message is: a mark in each place keeps the sentence readable. */
const deletedValues = (components: readonly TemplateComponent[]) =>
  Object.fromEntries(
    variablesOf(components).flatMap(({ key, kind }) => (kind === "text" ? [[key, "…"]] : [])),
  );

/** The readable form of a message: a template with its values filled in, else its text, else the name of its type. */
export function readMessage(message: {
  type: string;
  body: string | null;
  variables: Record<string, string> | null;
  components: readonly TemplateComponent[] | null;
}): ChatContent {
  if (message.type === "template" && message.components) {
    const values = { ...deletedValues(message.components), ...message.variables };
    const rendered = renderTemplate(message.components, values);
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
