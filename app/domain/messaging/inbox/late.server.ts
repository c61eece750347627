import { and, asc, desc, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { answeredWaits } from "#app/db/schema/messaging/inbox.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { dueAtOf } from "#app/domain/messaging/inboxSettings/clocks.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { isLate } from "./filters.server.ts";

const mostListed = 100;
const weekMs = 7 * 86_400_000;

/**
 * Customers who wait longer than promised, longest first, and late replies of the last seven days, newest
 * first.
 */
export async function listLate(ctx: OrgContext) {
  const now = ctx.clock.now();
  const found = await ctx.db.withOrg(ctx.orgId, (tx) => readWaits(tx, ctx.orgId, now));
  const names = await namesOfUsers(ctx, [
    ...found.waiting.map(({ conversation }) => conversation.assignedTo),
    ...found.answered.map(({ wait }) => wait.answeredBy),
  ]);
  const memberOf = (userId: string | null) =>
    userId === null ? null : (names.get(userId)?.name ?? m.chat_a_colleague());
  return {
    hasClock: found.settings.firstReplyMinutes !== null || found.settings.nextReplyMinutes !== null,
    waiting: found.waiting.map(({ conversation, name, phone }) => ({
      conversationId: conversation.id,
      name: nameOf(name, phone),
      waitingSince: conversation.waitingSince!,
      dueAt: dueAtOf(found.settings, conversation),
      isFirstReply: conversation.awaitsFirstReply,
      owner: memberOf(conversation.assignedTo),
    })),
    answered: found.answered.map(({ wait, name, phone }) => ({
      messageId: wait.messageId,
      conversationId: wait.conversationId,
      name: nameOf(name, phone),
      waitingSince: wait.waitingSince,
      answeredAt: wait.answeredAt,
      dueAt: wait.dueAt,
      isFirstReply: wait.isFirstReply,
      answeredBy: memberOf(wait.answeredBy),
    })),
    week: found.week,
    now,
  };
}

async function readWaits(tx: Tx, orgId: OrgId, now: Date) {
  const settings = await inboxSettingsOf(tx, orgId);
  const waiting = await tx
    .select({ conversation: conversations, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, orgId), isLate(settings, now)))
    .orderBy(asc(conversations.waitingSince))
    .limit(mostListed);
  const answeredSince = and(
    eq(answeredWaits.orgId, orgId),
    gte(answeredWaits.answeredAt, new Date(now.getTime() - weekMs)),
  );
  const answered = await readLateReplies(tx, answeredSince);
  return { settings, waiting, answered, week: await readFigures(tx, answeredSince) };
}

const readLateReplies = (tx: Tx, answeredSince: SQL | undefined) =>
  tx
    .select({ wait: answeredWaits, name: contacts.name, phone: contacts.phone })
    .from(answeredWaits)
    .innerJoin(
      conversations,
      and(eq(conversations.orgId, answeredWaits.orgId), eq(conversations.id, answeredWaits.conversationId)),
    )
    .innerJoin(contacts, withContact)
    .where(and(answeredSince, sql`answered_at > due_at`))
    .orderBy(desc(answeredWaits.answeredAt))
    .limit(mostListed);

async function readFigures(tx: Tx, answeredSince: SQL | undefined) {
  const [figures] = await tx
    .select({
      answered: sql<number>`count(*)`,
      inTime: sql<number>`count(*) filter (where answered_at <= due_at)`,
      timed: sql<number>`count(due_at)`,
      medianMinutes: sql<number | null>`percentile_cont(0.5) within group
        (order by extract(epoch from answered_at - waiting_since) / 60)`,
    })
    .from(answeredWaits)
    .where(answeredSince);
  return figures!;
}
