import { and, desc, eq } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import { activityLogs } from "#app/db/schema/identity.ts";

const listed = 8;

/** What this member did last in their organisation. */
export async function listOwnActivity(ctx: MemberContext) {
  const activity = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        id: activityLogs.id,
        action: activityLogs.action,
        details: activityLogs.details,
        status: activityLogs.status,
        ipAddress: activityLogs.ipAddress,
        timestamp: activityLogs.timestamp,
      })
      .from(activityLogs)
      .where(and(eq(activityLogs.orgId, ctx.orgId), eq(activityLogs.actorUserId, ctx.session.userId)))
      .orderBy(desc(activityLogs.timestamp), desc(activityLogs.id))
      .limit(listed),
  );
  return { activity };
}
