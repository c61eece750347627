import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { findContact, findOwnNumber } from "./parties.server.ts";
import { queueTemplate, type TemplateToSend } from "./queueTemplate.server.ts";

/**
 * Sends a template to a contact from one of the organisation's numbers, whether they ever wrote or not. The
 * conversation comes into being with the message, or the one that is there goes on.
 * @throws DomainError `contact.not_found`, `whatsapp_number.not_found`, and those of `queueTemplate`
 */
export async function startWithTemplate({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: TemplateToSend & { contactId: string; phoneNumberId: string };
}): Promise<{ conversationId: string; messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    const { phoneNumberId } = await findOwnNumber(tx, ctx.orgId, input.phoneNumberId);
    const conversationId = await openConversation(tx, ctx, { contactId: contact.id, phoneNumberId });
    return { conversationId, ...(await queueTemplate(tx, ctx, conversationId, input)) };
  });
}

/** The conversation of a pair, made when there is none; its row is locked either way. */
export async function openConversation(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  pair: { contactId: string; phoneNumberId: string },
): Promise<string> {
  const now = ctx.clock.now();
  const [conversation] = await tx
    .insert(conversations)
    .values({ orgId: ctx.orgId, id: newId("cnv", now.getTime()), ...pair, lastMessageAt: now })
    .onConflictDoUpdate({
      target: [conversations.orgId, conversations.phoneNumberId, conversations.contactId],
      set: { updatedAt: sql`${conversations.updatedAt}` },
    })
    .returning({ id: conversations.id });
  return conversation!.id;
}
