import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/record.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";

type Reader = Pick<OrgContext, "orgId" | "actor">;

/** What the acting member was told about a subject and has not read. */
const unreadBy = ({ orgId, actor }: Reader, subjectId: string) =>
  and(
    eq(notifications.orgId, orgId),
    eq(notifications.userId, userOf(actor) ?? ""),
    eq(notifications.subjectId, subjectId),
    isNull(notifications.readAt),
  );

/** SQL: whether there is any. */
export const hasUnread = (reader: Reader, subjectId: string): SQL<boolean> =>
  sql`exists (select 1 from ${notifications} where ${unreadBy(reader, subjectId)})`;

/** Marks what the acting member was told about a subject as read: they look at it. */
export async function markSubjectRead(tx: Tx, ctx: OrgContext, subjectId: string): Promise<void> {
  await tx.update(notifications).set({ readAt: ctx.clock.now() }).where(unreadBy(ctx, subjectId));
}
