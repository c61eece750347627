import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/record.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

/** Marks what the acting member was told about a subject as read: they look at it. */
export async function markSubjectRead(tx: Tx, ctx: OrgContext, subjectId: string): Promise<void> {
  const userId = userOf(ctx.actor);
  if (userId === null) return;
  await tx
    .update(notifications)
    .set({ readAt: ctx.clock.now() })
    .where(
      and(
        eq(notifications.orgId, ctx.orgId),
        eq(notifications.userId, userId),
        eq(notifications.subjectId, subjectId),
        isNull(notifications.readAt),
      ),
    );
}
