import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OpenConversation } from "./openForSending.server.ts";

/**
 * WhatsApp's id of a message of this conversation, to be answered or reacted to.
 * @throws DomainError `message.not_found`, `message.not_with_whatsapp`
 */
export async function wamidOf(
  tx: Tx,
  ctx: OrgContext,
  { contact, conversation }: OpenConversation,
  messageId: string,
): Promise<string> {
  const [message] = await tx
    .select({ wamid: messages.wamid })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.id, messageId),
        eq(messages.contactId, contact.id),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
      ),
    );
  if (!message) throw notFound("Message");
  if (message.wamid) return message.wamid;
  throw messagingError("message.not_with_whatsapp");
}
