import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/record.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { unreadOf } from "./unreadOf.ts";

/** Marks what the acting member was told about a subject as read: they look at it. */
export async function markSubjectRead(tx: Tx, ctx: OrgContext, subjectId: string): Promise<void> {
  await tx.update(notifications).set({ readAt: ctx.clock.now() }).where(unreadOf(ctx, subjectId));
}
