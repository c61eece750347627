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
> & {
  interactive?: OutboundInteractive | OutboundProducts;
  /** What the thread shows of a catalogue message: names and prices as they were sent. */
  products?: SentProduct[];
};

export interface SentProduct {
  name: string;
  priceCents: number;
}

/** One product, a list in sections, or the whole catalogue (facts/whatsapp-cloud-api.md §17). */
export interface OutboundProducts {
  type: "product" | "product_list" | "catalog_message";
  header?: { type: "text"; text: string };
  body?: { text: string };
  footer?: { text: string };
  action:
    | { catalog_id: string; product_retailer_id: string }
    | {
        catalog_id: string;
        sections: { title: string; product_items: { product_retailer_id: string }[] }[];
      }
    | { name: "catalog_message"; parameters?: { thumbnail_product_retailer_id: string } };
}

export interface OutboundInteractive {
  type: "button" | "list";
  body: { text: string };
  footer?: { text: string };
  action:
    | { buttons: { type: "reply"; reply: { id: string; title: string } }[] }
    | { button: string; sections: { rows: { id: string; title: string; description?: string }[] }[] };
}
