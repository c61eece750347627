import { and, desc, eq, isNotNull, or } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import type { UserContext } from "#app/platform/context.ts";
import { entryColumns, entryOf } from "./entry.server.ts";

const listed = 8;

/**
 * The caller's last actions, and events of their account, in their current organisation; empty without one.
 */
export async function listOwnActivity(ctx: UserContext) {
  const { userId, orgId } = ctx.session;
  if (!orgId) return { activity: [] };
  const rows = await ctx.db.withOrg(orgId, (tx) =>
    tx
      .select(entryColumns)
      .from(events)
      .where(
        and(
          eq(events.orgId, orgId),
          isNotNull(events.type),
          or(eq(events.actorId, userId), eq(events.subjectId, userId)),
        ),
      )
      .orderBy(desc(events.at), desc(events.id))
      .limit(listed),
  );
  return {
    activity: rows.map((row) => {
      const { id, action, details, status, ipAddress, timestamp } = entryOf(row);
      return { id, action, details, status, ipAddress, timestamp };
    }),
  };
}
