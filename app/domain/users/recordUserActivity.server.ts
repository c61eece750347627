import { asc, eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/identity.ts";
import { type Activity, recordActivity } from "#app/domain/activityLogs/record.server.ts";

/**
 * Writes what a person did to their account into the activity log of the organisation that they joined first.
 * A job has no caller. Staff without an organisation leave no entry there.
 */
export async function recordUserActivity(
  tx: Tx,
  ctx: Pick<VisitorContext, "clock"> & { caller?: VisitorContext["caller"] },
  userId: string,
  activity: Activity,
): Promise<void> {
  const [membership] = await tx
    .select({ orgId: members.orgId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
    .limit(1);
  if (!membership) return;
  const actor = {
    userId,
    ipAddress: ctx.caller?.ipAddress ?? null,
    userAgent: ctx.caller?.userAgent ?? null,
  };
  await recordActivity(tx, { orgId: membership.orgId, clock: ctx.clock, actor }, activity);
}
