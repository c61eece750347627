import { and, asc, eq, isNotNull } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { entryColumns, withActors } from "./entry.server.ts";

const mostListed = 100;

/** What happened to one object, oldest first. */
export async function historyOf(ctx: OrgContext, subjectId: string) {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select(entryColumns)
      .from(events)
      .where(and(eq(events.orgId, ctx.orgId), eq(events.subjectId, subjectId), isNotNull(events.type)))
      .orderBy(asc(events.at), asc(events.id))
      .limit(mostListed),
  );
  const entries = await withActors(ctx, rows);
  return entries.map(({ id, action, actor, timestamp }) => ({ id, action, actor, timestamp }));
}
