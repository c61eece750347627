import { and, eq, isNull } from "drizzle-orm";
import { notifyPages } from "#app/db/notify.server.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import type { Call, MemberContext } from "#app/platform/context.ts";
import { addressedTo } from "./queries.server.ts";

/**
 * Marks one notification, or all, as read; a foreign id changes nothing. It is private to the reader, so it
 * is not logged.
 */
export async function markRead({ ctx, input }: Call<{ id?: string | undefined }, MemberContext>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const changed = await tx
      .update(notifications)
      .set({ readAt: ctx.clock.now() })
      .where(
        and(
          addressedTo(ctx),
          isNull(notifications.readAt),
          input.id ? eq(notifications.id, input.id) : undefined,
        ),
      )
      .returning({ id: notifications.id });
    if (changed.length > 0) notifyPages(tx, ctx.orgId, "notifications");
    return { marked: changed.length };
  });
}
