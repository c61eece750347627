import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { activityLogs } from "#app/db/schema/identity.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import type { activityTypes } from "./words.ts";

export interface Activity {
  type: (typeof activityTypes)[number];
  status?: "success" | "warning" | "error";
  /** What was done, as a title: `Campaign started`. */
  action: string;
  details: string;
}

/** Writes one entry of the activity log in the transaction of the deed. Every writing verb calls it. */
export async function recordActivity(
  tx: Tx,
  ctx: { orgId: OrgId; actor: OrgContext["actor"]; clock: OrgContext["clock"] },
  activity: Activity,
): Promise<void> {
  const now = ctx.clock.now();
  await tx.insert(activityLogs).values({
    orgId: ctx.orgId,
    id: newId("log", now.getTime()),
    type: activity.type,
    status: activity.status ?? "success",
    action: activity.action,
    details: activity.details,
    actorUserId: ctx.actor.userId,
    ipAddress: ctx.actor.ipAddress,
    userAgent: ctx.actor.userAgent,
    timestamp: now,
  });
}
