import { and, asc, type Column, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { one } from "#app/db/together.server.ts";
import { onlineMs } from "#app/domain/messaging/conversations/presence.ts";
import { leastIdAt } from "#app/domain/messaging/messages/idRange.ts";
import { customerServiceWindowMs } from "#app/domain/messaging/messages/window.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

const watched = 30;
/** Messages change only so long after they were sent: no more than two months are read. */
const followedMs = 28 * 86_400_000;

/** SQL: the state of a message's file; null without one. */
const fileState = (
  orgId: OrgId,
) => sql`case when messages.type in ('image', 'video', 'audio', 'voice', 'document', 'sticker') then (
  select min(f.state) from media f where f.org_id = ${orgId} and f.message_id = messages.id) end`;

export interface ChangeMark {
  mark: string;
  changesInMs: number | null;
}

/** The open conversation, as values or as columns of a statement around. */
interface Open {
  id: string | Column;
  contactId: string | Column;
  phoneNumberId: string | Column;
}

/**
 * SQL: a mark that differs as soon as something on the screen changed: in the latest, the longest waiting and the next
 * returning conversations (their presence and windows too), or among the latest messages of the open one. All are short index scans. With it,
 * when time alone changes it.
 */
export function changeMark(
  tx: Tx,
  { orgId, clock }: { orgId: OrgId; clock: OrgContext["clock"] },
  open: Open | undefined,
): SQL<{ mark: string; endsAt: string | null }> {
  const { latest, waiting, snoozed } = watchedLists(tx, orgId, clock.now());
  const { thread, own, notes, scheduled } = watchedThread(tx, { orgId, now: clock.now() }, open);
  return sql`(
    with list as ((${latest}) union (${waiting}) union (${snoozed}))
    select json_build_object('mark', md5(
      coalesce((select string_agg(line, ',' order by line) from list), '')
      || '|' || coalesce((select string_agg(line, ',' order by line) from (${thread}) as thread), '')
      || '|' || coalesce((${notes}), '') || '|' || coalesce((${own}), '') || '|' || coalesce((${scheduled}), '')
    ), 'endsAt', (select min(ends_at) from list)))`;
}

function watchedLists(tx: Tx, orgId: OrgId, now: Date) {
  const afterOnlineMs = customerServiceWindowMs - onlineMs;
  const onlineUntil = new Date(now.getTime() + afterOnlineMs).toISOString();
  const listed = alias(conversations, "listed");
  const { windowEndsAt } = listed;
  const isOpen = sql`${windowEndsAt} > ${now.toISOString()}::timestamptz`;
  const isOnline = sql`${windowEndsAt} > ${onlineUntil}::timestamptz`;
  const watchedList = (order: SQL, condition?: SQL) =>
    tx
      .select({
        line: sql<string>`concat_ws(':', ${listed.id}, ${listed.lastMessageAt}, ${listed.unread}, ${isOpen}, ${isOnline}, ${listed.state}, ${listed.snoozedUntil}, ${listed.assignedTo}, ${listed.teamId}, ${listed.labels}, ${listed.lastMessageId})`.as(
          "line",
        ),
        endsAt:
          sql<string>`case when ${isOnline} then ${windowEndsAt} - make_interval(secs => ${afterOnlineMs / 1000}) when ${isOpen} then ${windowEndsAt} end`.as(
            "ends_at",
          ),
      })
      .from(listed)
      .where(and(eq(listed.orgId, orgId), condition))
      .orderBy(order)
      .limit(watched);
  return {
    latest: watchedList(desc(listed.lastMessageAt)),
    waiting: watchedList(asc(listed.waitingSince), isNotNull(listed.waitingSince)),
    snoozed: watchedList(asc(listed.snoozedUntil), eq(listed.state, "snoozed")),
  };
}

function watchedThread(tx: Tx, { orgId, now }: { orgId: OrgId; now: Date }, open: Open | undefined) {
  const thread = tx
    .select({
      line: sql<string>`concat_ws(':', ${messages.id}, ${messages.state}, ${messages.errorCode}, ${fileState(orgId)})`.as(
        "line",
      ),
    })
    .from(messages)
    .where(
      open
        ? and(
            eq(messages.orgId, orgId),
            eq(messages.contactId, open.contactId),
            eq(messages.phoneNumberId, open.phoneNumberId),
            gte(messages.id, leastIdAt(new Date(now.getTime() - followedMs))),
          )
        : sql`false`,
    )
    .orderBy(desc(messages.id))
    .limit(watched);
  const opened = alias(conversations, "opened");
  const own = tx
    .select({
      line: sql<string>`concat_ws(':', ${opened.state}, ${opened.snoozedUntil}, ${opened.assignedTo}, ${opened.teamId}, ${opened.labels})`.as(
        "line",
      ),
    })
    .from(opened)
    .where(and(eq(opened.orgId, orgId), eq(opened.id, open?.id ?? "")));
  const notes = tx
    .select({ id: conversationNotes.id })
    .from(conversationNotes)
    .where(and(eq(conversationNotes.orgId, orgId), eq(conversationNotes.conversationId, open?.id ?? "")))
    .orderBy(desc(conversationNotes.createdAt))
    .limit(1);
  return { thread, own, notes, scheduled: watchedScheduled(tx, orgId, open) };
}

function watchedScheduled(tx: Tx, orgId: OrgId, open: Open | undefined) {
  return tx
    .select({
      lines: sql`string_agg(concat_ws(':', ${scheduledMessages.id}, ${scheduledMessages.state}, ${scheduledMessages.updatedAt}), ',' order by ${scheduledMessages.id})`,
    })
    .from(scheduledMessages)
    .where(
      and(
        eq(scheduledMessages.orgId, orgId),
        eq(scheduledMessages.conversationId, open?.id ?? ""),
        inArray(scheduledMessages.state, ["scheduled", "expired", "failed"]),
      ),
    );
}

/**
 * The mark of the conversation list, or of one open conversation next to it. @throws DomainError
 * `conversation.not_found`
 */
export async function currentChange(
  ctx: OrgContext,
  { conversationId }: { conversationId?: string | undefined },
): Promise<ChangeMark> {
  const [row] = await ctx.db.withOrg(ctx.orgId, async (tx) =>
    conversationId === undefined
      ? [await one(tx, { change: changeMark(tx, ctx, undefined) })]
      : tx
          .select({ change: changeMark(tx, ctx, conversations) })
          .from(conversations)
          .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId))),
  );
  if (!row) throw notFound("Conversation");
  const { mark, endsAt } = row.change;
  const changesInMs =
    endsAt === null ? null : Math.max(1000, new Date(endsAt).getTime() - ctx.clock.now().getTime());
  return { mark, changesInMs };
}
