import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { findOwnNumber } from "#app/domain/whatsapp/numbers/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { queueTemplate } from "./queueTemplate.server.ts";
import type { TemplateToSend } from "./queueTemplates.server.ts";

/**
 * Sends a template to a contact from one of the organisation's numbers, whether they ever wrote or not. A
 * conversation is created with the message, or an existing one continues. @throws DomainError
 * `contact.not_found`, `whatsapp_number.not_found`, and those of `queueTemplate`
 */
export async function startWithTemplate({
  ctx,
  input,
}: Call<TemplateToSend & { contactId: string; phoneNumberId: string }>): Promise<{
  conversationId: string;
  messageId: string;
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    const { phoneNumberId } = await findOwnNumber(tx, ctx.orgId, input.phoneNumberId);
    const conversationId = await openConversation(tx, ctx, { contactId: contact.id, phoneNumberId });
    return { conversationId, ...(await queueTemplate(tx, ctx, conversationId, input)) };
  });
}

/**
 * The conversation of a pair, made when there is none; its row and its contact's are locked either way.
 * @throws DomainError `contact.not_found`, also for one that was made part of another a moment ago
 */
export async function openConversation(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  { contactId, phoneNumberId }: { contactId: string; phoneNumberId: string },
): Promise<string> {
  const now = ctx.clock.now();
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into conversations as c (org_id, id, phone_number_id, contact_id, last_message_at)
    select org_id, ${newId("cnv", now.getTime())}, ${phoneNumberId}, id, ${now.toISOString()}::timestamptz from contacts
      where org_id = ${ctx.orgId} and id = ${contactId} for key share
    on conflict (org_id, phone_number_id, contact_id) do update set updated_at = c.updated_at
    returning id`);
  const [conversation] = rows;
  if (!conversation) throw notFound("Contact");
  notifyPages(tx, ctx.orgId, "conversations");
  return conversation.id;
}
