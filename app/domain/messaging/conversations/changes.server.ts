import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversationNotes } from "#app/db/schema/inbox.ts";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { customerServiceWindowMs, onlineMs } from "./presence.ts";

const watched = 30;

/** SQL: how far the file of a message came; null for one without. */
const fileState = sql`case when messages.type in ('image', 'video', 'audio', 'voice', 'document', 'sticker') then (
  select min(f.state) from media f where f.org_id = messages.org_id and f.message_id = messages.id) end`;

export interface ChangeMark {
  mark: string;
  changesInMs: number | null;
}

/**
 * A mark that differs as soon as something on the screen changed: in the latest and the longest waiting conversations
 * (their presence and windows too), or among the latest messages of the open one. All are short index scans. With it,
 * in how many milliseconds time alone changes it.
 */
export async function changeMark(
  tx: Tx,
  { orgId, clock }: { orgId: OrgId; clock: OrgContext["clock"] },
  open: { id: string; contactId: string; phoneNumberId: string } | undefined,
): Promise<ChangeMark> {
  const now = clock.now();
  const afterOnlineMs = customerServiceWindowMs - onlineMs;
  const onlineUntil = new Date(now.getTime() + afterOnlineMs).toISOString();
  const { windowEndsAt } = conversations;
  const isOpen = sql`${windowEndsAt} > ${now.toISOString()}::timestamptz`;
  const isOnline = sql`${windowEndsAt} > ${onlineUntil}::timestamptz`;
  const watchedList = (order: SQL, condition?: SQL) =>
    tx
      .select({
        line: sql<string>`concat_ws(':', ${conversations.id}, ${conversations.lastMessageAt}, ${conversations.unread}, ${isOpen}, ${isOnline}, ${conversations.state}, ${conversations.assignedTo}, ${conversations.labels}, ${conversations.lastMessageId})`.as(
          "line",
        ),
        endsAt:
          sql<string>`case when ${isOnline} then ${windowEndsAt} - make_interval(secs => ${afterOnlineMs / 1000}) when ${isOpen} then ${windowEndsAt} end`.as(
            "ends_at",
          ),
      })
      .from(conversations)
      .where(and(eq(conversations.orgId, orgId), condition))
      .orderBy(order)
      .limit(watched);
  const latest = watchedList(desc(conversations.lastMessageAt));
  const waiting = watchedList(asc(conversations.waitingSince), isNotNull(conversations.waitingSince));
  const thread = tx
    .select({
      line: sql<string>`concat_ws(':', ${messages.id}, ${messages.state}, ${messages.errorCode}, ${fileState})`.as(
        "line",
      ),
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
  const notes = tx
    .select({ id: conversationNotes.id })
    .from(conversationNotes)
    .where(and(eq(conversationNotes.orgId, orgId), eq(conversationNotes.conversationId, open?.id ?? "")))
    .orderBy(desc(conversationNotes.createdAt))
    .limit(1);
  const { rows } = await tx.execute<{ mark: string; endsAt: string | null }>(sql`
    with list as ((${latest}) union (${waiting}))
    select md5(
      coalesce((select string_agg(line, ',' order by line) from list), '')
      || '|' || coalesce((select string_agg(line, ',' order by line) from (${thread}) as thread), '')
      || '|' || coalesce((${notes}), '')
    ) as mark, (select min(ends_at) from list) as "endsAt"`);
  const { mark, endsAt } = rows[0]!;
  const changesInMs = endsAt === null ? null : Math.max(1000, new Date(endsAt).getTime() - now.getTime());
  return { mark, changesInMs };
}

/**
 * The mark for a member who looks at the conversation list, or at one conversation beside it.
 * @throws DomainError `conversation.not_found`
 */
export async function currentChange(
  ctx: OrgContext,
  input: { conversationId?: string | undefined },
): Promise<ChangeMark> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { conversationId } = input;
    if (conversationId === undefined) return changeMark(tx, ctx, undefined);
    const [open] = await tx
      .select({
        id: conversations.id,
        contactId: conversations.contactId,
        phoneNumberId: conversations.phoneNumberId,
      })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)));
    if (!open) throw notFound("Conversation");
    return changeMark(tx, ctx, open);
  });
}
