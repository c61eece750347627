import type { MediaKind } from "#app/db/schema/messaging/media.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";

/** Types of messages that a member can write besides text and templates. */
export type OutboundType = MediaKind | "location" | "contacts" | "reaction" | "interactive";

/**
 * The content of our message besides its text: in the format of inbound messages, so that a thread reads both
 * alike. The value under the type's name goes to Meta unchanged (facts/whatsapp-cloud-api.md §6).
 */
export type OutboundPayload = Pick<
  InboundMessage,
  "context" | "image" | "video" | "audio" | "document" | "sticker" | "location" | "contacts" | "reaction"
> & { interactive?: OutboundInteractive };

export interface OutboundInteractive {
  type: "button" | "list";
  body: { text: string };
  footer?: { text: string };
  action:
    | { buttons: { type: "reply"; reply: { id: string; title: string } }[] }
    | { button: string; sections: { rows: { id: string; title: string; description?: string }[] }[] };
}
