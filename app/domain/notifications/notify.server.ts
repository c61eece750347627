import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { notifications } from "#app/db/schema/identity.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";

/** Puts a notification behind the bell, in the transaction of what it tells; to everyone of the organisation unless `userId` names one. */
export async function notify(
  tx: Tx,
  ctx: { orgId: OrgId; clock: OrgContext["clock"] },
  note: { title: string; body: string; href?: string; userId?: string },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .insert(notifications)
    .values({
      orgId: ctx.orgId,
      id: newId("ntf", now.getTime()),
      userId: note.userId ?? null,
      title: note.title,
      body: note.body,
      href: note.href ?? null,
      createdAt: now,
    })
    .onConflictDoNothing();
}
