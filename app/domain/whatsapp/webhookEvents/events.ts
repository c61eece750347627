import type { Referral } from "./details.ts";
import type { Order } from "./order.ts";
import { storedWords } from "./storedWords.ts";

/**
 * The parts of Meta's webhook bodies that we use (facts/whatsapp-cloud-api.md §5). Every field may be
 * missing.
 */
export interface WebhookBody {
  object?: string;
  entry?: { id?: string; time?: number; changes?: { field?: string; value?: unknown }[] }[];
}

export interface MessagesValue {
  metadata?: { display_phone_number?: string; phone_number_id?: string };
  contacts?: { profile?: { name?: string; username?: string }; wa_id?: string; user_id?: string }[];
  messages?: InboundMessage[];
  /** Messages that the business sent from its WhatsApp Business app (coexistence). */
  message_echoes?: (InboundMessage & { to?: string; to_user_id?: string })[];
  statuses?: Status[];
  errors?: MetaError[];
  user_preferences?: {
    wa_id?: string;
    user_id?: string;
    category?: string;
    value?: string;
    timestamp?: number | string;
  }[];
}

/** Calls of customers and their ends (facts/whatsapp-cloud-api.md §13). */
export interface CallsValue extends Pick<MessagesValue, "metadata" | "contacts"> {
  calls?: {
    id?: string;
    from?: string;
    to?: string;
    from_user_id?: string;
    event?: string;
    timestamp?: string;
    direction?: string;
    /** Seconds, of an answered call. */
    duration?: number | string;
  }[];
}

export interface MetaError {
  code?: number;
  title?: string;
  message?: string;
  error_data?: { details?: string };
}

export interface Status {
  id?: string;
  status?: string;
  timestamp?: string;
  recipient_id?: string;
  recipient_user_id?: string;
  biz_opaque_callback_data?: string;
  /** Present with `sent`, and again with `delivered` or `read`. */
  pricing?: { category?: string; type?: string };
  errors?: MetaError[];
}

export interface InboundMessage {
  from?: string;
  from_user_id?: string;
  /** Set when it was written in a group. */
  group_id?: string;
  id?: string;
  timestamp?: string;
  type?: string;
  /** The message to which it replies, by a tapped button or a quote. */
  context?: { id?: string; forwarded?: boolean; frequently_forwarded?: boolean };
  text?: { body?: string };
  image?: Media;
  video?: Media;
  audio?: Media & { voice?: boolean };
  voice?: Media;
  document?: Media & { filename?: string };
  sticker?: Media;
  location?: { latitude?: number; longitude?: number; name?: string; address?: string };
  contacts?: {
    name?: { formatted_name?: string; first_name?: string };
    phones?: { phone?: string; wa_id?: string; type?: string }[];
    emails?: { email?: string }[];
    org?: { company?: string };
  }[];
  interactive?: {
    type?: string;
    button_reply?: { id?: string; title?: string };
    list_reply?: { id?: string; title?: string; description?: string };
    /** A completed WhatsApp form; `response_json` is JSON as text. */
    nfm_reply?: { name?: string; body?: string; response_json?: string };
    call_permission_reply?: { response?: string };
  };
  button?: { payload?: string; text?: string };
  reaction?: { message_id?: string; emoji?: string };
  order?: Order;
  /** The ad or post from which the customer wrote. */
  referral?: Referral;
  system?: { body?: string; wa_id?: string; type?: string; user_id?: string; previous_user_id?: string };
  /** The customer edited a message. */
  edit?: { original_message_id?: string; message?: InboundMessage };
  /** The customer revoked a message. */
  revoke?: { original_message_id?: string };
  errors?: MetaError[];
}

interface Media {
  id?: string;
  caption?: string;
  mime_type?: string;
  sha256?: string;
}

const endOfYear9999 = 253_402_300_799_000;

/**
 * A timestamp in seconds, as documented, or in milliseconds, as seen in production. `now` when the database
 * could not store it.
 */
export function timeOf(timestamp: string | number | undefined, now: Date): Date {
  const value = Number(timestamp);
  const milliseconds = value >= 1e12 ? value : value * 1000;
  return milliseconds > 0 && milliseconds <= endOfYear9999 ? new Date(milliseconds) : now;
}

const withCaption = (what: string, caption: string | undefined) => (caption ? `${what}: ${caption}` : what);

/** Its `type`; one of Meta's own examples lacks it and has only the part of that name. */
export const typeOf = (message: InboundMessage): string =>
  message.type ?? (message.contacts ? "contacts" : "unsupported");

function readableAnswer(answer: InboundMessage["interactive"]): string {
  const { button_reply, list_reply, nfm_reply, call_permission_reply } = answer ?? {};
  if (call_permission_reply) return withCaption(storedWords.callPermission, call_permission_reply.response);
  return button_reply?.title ?? list_reply?.title ?? nfm_reply?.body ?? storedWords.unreadable;
}

/** A message as text, for lists and searches; files are named. */
export function readableBody(message: InboundMessage): string {
  switch (typeOf(message)) {
    case "text":
      return message.text?.body || message.referral?.headline || "";
    case "image":
      return withCaption(storedWords.image, message.image?.caption);
    case "video":
      return withCaption(storedWords.video, message.video?.caption);
    case "audio":
    case "voice":
      return message.audio?.voice || message.type === "voice" ? storedWords.voice : storedWords.audio;
    case "document":
      return withCaption(storedWords.document, message.document?.caption ?? message.document?.filename);
    case "sticker":
      return storedWords.sticker;
    case "location": {
      const { name, address, latitude, longitude } = message.location ?? {};
      return withCaption(storedWords.location, name ?? address ?? `${latitude}, ${longitude}`);
    }
    case "contacts":
      return withCaption(
        storedWords.contact,
        message.contacts?.map((contact) => contact.name?.formatted_name ?? "").join(", "),
      );
    case "interactive":
      return readableAnswer(message.interactive);
    case "button":
      return message.button?.text ?? message.button?.payload ?? "";
    case "reaction":
      return message.reaction?.emoji ? `Reacted ${message.reaction.emoji}` : storedWords.reactionRemoved;
    case "order":
      return withCaption(
        `🛒 Order of ${message.order?.product_items?.length ?? 0} items`,
        message.order?.text,
      );
    case "system":
      return message.system?.body ?? storedWords.numberChanged;
    case "call":
      return storedWords.missedCall;
    case "edit":
      return withCaption(storedWords.edited, message.edit?.message && readableBody(message.edit.message));
    case "revoke":
      return storedWords.deleted;
    default:
      return storedWords.unreadable;
  }
}
