import { and, desc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { notFound } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { customerServiceWindowMs, onlineMs } from "./presence.ts";

const watched = 30;

/**
 * A mark that is another one as soon as something changed on the screen: in the latest conversations (presence and
 * windows that run out too), or among the latest messages of the open one. Both are short reads along an index, so a
 * mark may be asked for every second.
 */
export async function changeMark(
  tx: Tx,
  { orgId, clock }: { orgId: OrgId; clock: OrgContext["clock"] },
  open: { contactId: string; phoneNumberId: string } | undefined,
): Promise<string> {
  const now = clock.now();
  const onlineUntil = new Date(now.getTime() + customerServiceWindowMs - onlineMs).toISOString();
  const { windowEndsAt } = conversations;
  const list = tx
    .select({
      line: sql<string>`concat_ws(':', ${conversations.id}, ${conversations.lastMessageAt}, ${conversations.unread}, ${windowEndsAt} > ${now.toISOString()}::timestamptz, ${windowEndsAt} > ${onlineUntil}::timestamptz)`.as(
        "line",
      ),
    })
    .from(conversations)
    .where(eq(conversations.orgId, orgId))
    .orderBy(desc(conversations.lastMessageAt))
    .limit(watched);
  const thread = tx
    .select({
      line: sql<string>`concat_ws(':', ${messages.id}, ${messages.state}, ${messages.errorCode})`.as("line"),
    })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        eq(messages.contactId, open?.contactId ?? ""),
        eq(messages.phoneNumberId, open?.phoneNumberId ?? ""),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(watched);
  const { rows } = await tx.execute<{ mark: string }>(sql`
    select md5(
      coalesce((select string_agg(line, ',' order by line) from (${list}) as list), '')
      || '|' || coalesce((select string_agg(line, ',' order by line) from (${thread}) as thread), '')
    ) as mark`);
  return rows[0]?.mark ?? "";
}

/**
 * The mark for a member who looks at the conversation list, or at one conversation beside it.
 * @throws DomainError `conversation.not_found`
 */
export async function currentChange(
  ctx: OrgContext,
  input: { conversationId?: string | undefined },
): Promise<string> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { conversationId } = input;
    if (conversationId === undefined) return changeMark(tx, ctx, undefined);
    const [open] = await tx
      .select({ contactId: conversations.contactId, phoneNumberId: conversations.phoneNumberId })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
    if (!open) throw notFound("Conversation");
    return changeMark(tx, ctx, open);
  });
}
