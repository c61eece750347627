import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { findSender } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { Call } from "#app/platform/context.ts";
import { type CustomerMessage, writeAsCustomer } from "#app/providers/meta/handset.server.ts";
import { requireSandbox } from "./queries.server.ts";
import type { handsetReply } from "./schemas.ts";

/**
 * Replies as the customer to a number of this organisation; the message arrives as a signed webhook, like a
 * real one. @throws DomainError `whatsapp_number.not_found` for a foreign number; `handset.not_found` outside
 * of the sandbox.
 */
export async function replyAsCustomer({
  ctx,
  input,
}: Call<z.output<typeof handsetReply>>): Promise<{ sent: true }> {
  requireSandbox(ctx);
  const { number } = await findSender(ctx, input.phoneNumberId);
  const [contact] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ name: contacts.name })
      .from(contacts)
      .where(and(eq(contacts.orgId, ctx.orgId), eq(contacts.phone, input.phone))),
  );
  await writeAsCustomer(ctx.graph, {
    phoneNumberId: number.phoneNumberId,
    from: input.phone,
    ...(contact?.name ? { name: contact.name } : {}),
    ...contentOf(input),
  });
  return { sent: true };
}

function contentOf(input: z.output<typeof handsetReply>): Partial<CustomerMessage> {
  const { text, buttonText, answered, emoji, place, contactName, contactPhone } = input;
  if (buttonText) {
    const payload = input.buttonPayload ?? buttonText;
    return { button: { text: buttonText, payload, contextId: answered ?? "" } };
  }
  if (emoji !== undefined && answered) return { reaction: { messageId: answered, emoji } };
  if (place) {
    const [latitude = 0, longitude = 0] = place.split(",").map(Number);
    return { location: { latitude, longitude } };
  }
  const items = input.cart.filter(({ quantity }) => quantity > 0);
  if (items.length > 0)
    return {
      order: {
        product_items: items.map(({ code, quantity }) => ({ product_retailer_id: code, quantity })),
        ...(text === "" ? {} : { text }),
      },
    };
  if (contactName && contactPhone) return { contact: { name: contactName, phone: contactPhone } };
  return { text, ...(answered ? { contextId: answered } : {}) };
}
