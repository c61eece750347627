import { and, eq, isNull } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/identity.ts";

/** Marks what leads the acting member to `href` as read: they are there. */
export async function markPlaceRead(tx: Tx, ctx: OrgContext, href: string): Promise<void> {
  const { userId } = ctx.actor;
  if (userId === null) return;
  await tx
    .update(notifications)
    .set({ readAt: ctx.clock.now() })
    .where(
      and(
        eq(notifications.orgId, ctx.orgId),
        eq(notifications.userId, userId),
        eq(notifications.href, href),
        isNull(notifications.readAt),
      ),
    );
}
