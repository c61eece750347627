import { and, eq, ne } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members, notifications } from "#app/db/schema/identity.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";

/**
 * Puts a notification behind the bell of every member that the organisation has now, in the transaction of what it
 * tells; but for `causedBy`, whose own deed it is.
 */
export async function notify(
  tx: Tx,
  ctx: { orgId: OrgId; clock: OrgContext["clock"] },
  { causedBy, ...note }: { title: string; body: string; href?: string; causedBy?: string },
): Promise<void> {
  const now = ctx.clock.now();
  const recipients = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.orgId, ctx.orgId), causedBy ? ne(members.userId, causedBy) : undefined));
  if (recipients.length === 0) return;
  await tx
    .insert(notifications)
    .values(
      recipients.map(({ userId }) => ({
        orgId: ctx.orgId,
        id: newId("ntf", now.getTime()),
        userId,
        title: note.title,
        body: note.body,
        href: note.href ?? null,
        createdAt: now,
      })),
    )
    .onConflictDoNothing();
}
