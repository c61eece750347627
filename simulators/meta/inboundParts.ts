import { z } from "zod";
import type { RenderedMessage } from "./renderMessage.ts";

/** What customers send besides texts, files and taps (facts/whatsapp-cloud-api.md §5.1). */
export const inboundParts = {
  /** A cart of the catalogue. */
  order: z
    .object({
      catalog_id: z.string().default("194836987003835"),
      text: z.string().max(1024).optional(),
      product_items: z
        .array(
          z.object({
            product_retailer_id: z.string(),
            quantity: z.int().positive(),
            /** Without a price that of the catalogue. */
            item_price: z.number().nonnegative().optional(),
            currency: z.string().length(3).optional(),
          }),
        )
        .min(1),
    })
    .optional(),
  /** Replies of a form, by field. */
  form: z.record(z.string(), z.unknown()).optional(),
  edit: z.object({ messageId: z.string(), text: z.string().min(1) }).optional(),
  revoke: z.object({ messageId: z.string() }).optional(),
};

/** The ad that the customer tapped, attached to their message. */
export const referralPart = z
  .object({
    source_url: z.url(),
    source_id: z.string(),
    source_type: z.enum(["ad", "post"]).default("ad"),
    headline: z.string().optional(),
    body: z.string().optional(),
    ctwa_clid: z.string().optional(),
  })
  .optional();

type Parts = { [Name in keyof typeof inboundParts]?: z.output<(typeof inboundParts)[Name]> };

/** The part in Meta's format, and as the phone shows it; undefined when absent. */
export function partContent(
  { order, form, edit, revoke }: Parts,
  nameOf: (code: string) => string,
): { message: { type: string }; rendered: RenderedMessage } | undefined {
  const shown = (type: string, body: string) => ({ type, body });
  if (order) {
    const message = { type: "order", order };
    const lines = order.product_items.map(
      ({ quantity, product_retailer_id: code }) => `${quantity} × ${nameOf(code)}`,
    );
    return { message, rendered: shown("order", [...lines, ...(order.text ? [order.text] : [])].join("\n")) };
  }
  if (form) {
    const response_json = JSON.stringify({ flow_token: "unused", ...form });
    const nfm_reply = { name: "flow", body: "Sent", response_json };
    const message = { type: "interactive", interactive: { type: "nfm_reply", nfm_reply } };
    return { message, rendered: shown("interactive", "Sent") };
  }
  if (edit) {
    const edited = { type: "text", text: { body: edit.text } };
    const message = { type: "edit", edit: { original_message_id: edit.messageId, message: edited } };
    return { message, rendered: shown("edit", edit.text) };
  }
  if (revoke) {
    const message = { type: "revoke", revoke: { original_message_id: revoke.messageId } };
    return { message, rendered: shown("revoke", "") };
  }
  return undefined;
}
