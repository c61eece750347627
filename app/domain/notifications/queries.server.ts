import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import { prepareOnce } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/identity.ts";
import { conversations } from "#app/db/schema/messaging.ts";

const listed = 50;

/** Those to this member. */
export const addressedTo = (ctx: MemberContext) =>
  and(eq(notifications.orgId, ctx.orgId), eq(notifications.userId, ctx.session.userId));

/** The newest 50 notifications of a member, and how many of all are unread. */
export async function listNotifications(ctx: MemberContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const items = await tx
      .select({
        id: notifications.id,
        title: notifications.title,
        body: notifications.body,
        href: notifications.href,
        createdAt: notifications.createdAt,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .where(addressedTo(ctx))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(listed);
    const [unread] = await tx
      .select({ total: count() })
      .from(notifications)
      .where(and(addressedTo(ctx), isNull(notifications.readAt)));
    return { notifications: items, unread: unread?.total ?? 0 };
  });
}

/** The counts of the frame end here: beyond it, more is not counted. */
const countedUpTo = 100;

/** Both counts in one statement, because every page asks for them. Each walks an index of unread rows alone. */
const unreadOf = prepareOnce((tx) => {
  const orgId = sql.placeholder("orgId");
  const noted = sql`select from ${notifications} where org_id = ${orgId} and user_id = ${sql.placeholder("userId")} and read_at is null limit ${countedUpTo}`;
  const written = sql`select from ${conversations} where org_id = ${orgId} and unread > 0 limit ${countedUpTo}`;
  return tx
    .select({
      unread: sql<number>`(select count(*) from (${noted}) as noted)`,
      unreadConversations: sql<number>`(select count(*) from (${written}) as written)`,
    })
    .from(sql`(select) as counts`)
    .prepare("unread_counts");
});

/** What the frame tells: unread notifications of the member, and conversations with unread messages. */
export async function countUnread(ctx: MemberContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [counts] = await unreadOf(tx).execute({ orgId: ctx.orgId, userId: ctx.session.userId });
    return counts ?? { unread: 0, unreadConversations: 0 };
  });
}
