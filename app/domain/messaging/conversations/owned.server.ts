import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

export const ours = ({ orgId }: Pick<OrgContext, "orgId">, conversationId: string) =>
  and(eq(conversations.orgId, orgId), eq(conversations.id, conversationId));

/**
 * A conversation with the name of its customer, its row locked until the end of the transaction: first locked, then joined.
 * @throws DomainError `conversation.not_found`
 */
export async function lockConversation(tx: Tx, ctx: OrgContext, conversationId: string) {
  const own = ours(ctx, conversationId);
  await tx.select({ id: conversations.id }).from(conversations).where(own).for("no key update");
  const [row] = await tx
    .select({ conversation: conversations, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(own);
  if (!row) throw notFound("Conversation");
  return { ...row.conversation, customer: nameOf(row.name, row.phone) };
}
