import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import { prepareOnce } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/identity.ts";

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

const unreadOf = prepareOnce((tx) =>
  tx
    .select({ total: count() })
    .from(notifications)
    .where(
      and(
        eq(notifications.orgId, sql.placeholder("orgId")),
        eq(notifications.userId, sql.placeholder("userId")),
        isNull(notifications.readAt),
      ),
    )
    .prepare("unread_notifications"),
);

/** Whether the bell has its dot. */
export async function countUnread(ctx: MemberContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [unread] = await unreadOf(tx).execute({ orgId: ctx.orgId, userId: ctx.session.userId });
    return { unread: unread?.total ?? 0 };
  });
}
