import { and, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations, lastWrote } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { findMessageIds, maxContacts, maxMessages } from "#app/db/search.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { excerptAround } from "#app/platform/text/excerpt.ts";

export interface FoundConversations {
  /** The newest message that matches, by conversation, in the order of the list; null where only the contact does. */
  messageIds: Map<string, string | null>;
  /** There may be more: the search ended at its limit. */
  more: boolean;
}

/**
 * Conversations whose contact matches `text` (`people`, as found by `findContactIds`), or with a message that
 * contains it. @throws DomainError `search.too_slow`
 */
export async function findConversations(
  tx: Tx,
  orgId: OrgId,
  { text, people }: { text: string; people: string[] },
): Promise<FoundConversations> {
  const said = await findMessageIds(tx, orgId, text);
  const [least, greatest] = spanOf(said);
  const { rows } = await tx.execute<{ id: string; messageId: string | null }>(sql`
    select id, max(message_id) as "messageId" from (
      select conversations.id, ${lastWrote(conversations)} as wrote_at, m.id as message_id from messages m join conversations
        on conversations.org_id = ${orgId} and conversations.phone_number_id = m.phone_number_id and conversations.contact_id = m.contact_id
      where m.org_id = ${orgId} and m.id = any(${sql.param(said)}::text[]) and m.id between ${least} and ${greatest}
      union all
      select id, ${lastWrote(conversations)}, null from conversations
      where org_id = ${orgId} and contact_id = any(${sql.param(people)}::text[])
    ) as found group by id, wrote_at order by wrote_at desc, id desc`);
  return {
    messageIds: new Map(rows.map(({ id, messageId }) => [id, messageId])),
    more: said.length === maxMessages || people.length === maxContacts,
  };
}

/** The matching line of each of these messages, by message. */
export async function excerptsOf(
  tx: Tx,
  orgId: OrgId,
  { messageIds, text }: { messageIds: string[]; text: string },
): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: messages.id, body: messages.body })
    .from(messages)
    .where(and(eq(messages.orgId, orgId), inArray(messages.id, messageIds)));
  return new Map(rows.map(({ id, body }) => [id, excerptAround(body ?? "", text)]));
}
