import { asc, eq } from "drizzle-orm";
import type { VisitorContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/identity.ts";
import { type Activity, recordActivity } from "#app/domain/activityLogs/record.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Writes what a person did to their account into the activity log of the organisation that they work for in this
 * session; without a session of theirs, of the one that they joined first. A job has no caller. Who belongs to no
 * organisation leaves no entry.
 */
export async function recordUserActivity(
  tx: Tx,
  ctx: Pick<VisitorContext, "clock"> & Partial<Pick<VisitorContext, "caller" | "session">>,
  userId: string,
  activity: Activity,
): Promise<void> {
  // The session of the browser may be another person's, who was signed in before.
  const own = ctx.session?.userId === userId ? ctx.session.orgId : undefined;
  const orgId = own ?? (await firstOrganisationOf(tx, userId));
  if (!orgId) return;
  const actor = {
    userId,
    ipAddress: ctx.caller?.ipAddress ?? null,
    userAgent: ctx.caller?.userAgent ?? null,
  };
  await recordActivity(tx, { orgId, clock: ctx.clock, actor }, activity);
}

async function firstOrganisationOf(tx: Tx, userId: string): Promise<OrgId | undefined> {
  const [membership] = await tx
    .select({ orgId: members.orgId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
    .limit(1);
  return membership?.orgId;
}
