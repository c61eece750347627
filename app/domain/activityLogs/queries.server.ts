import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { MemberContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { activityLogs } from "#app/db/schema/identity.ts";
import type { activityPageQuery, activityQuery } from "./schemas.ts";
import { agentOf, visibleTo } from "./visible.server.ts";

type Query = z.output<typeof activityQuery>;

const pageSize = 50;
const exportPageSize = 2000;

/** The entry of spec section 3. */
const entry = {
  id: activityLogs.id,
  type: activityLogs.type,
  status: activityLogs.status,
  action: activityLogs.action,
  details: activityLogs.details,
  ipAddress: activityLogs.ipAddress,
  userAgent: activityLogs.userAgent,
  timestamp: activityLogs.timestamp,
};
type Entry = Pick<typeof activityLogs.$inferSelect, keyof typeof entry>;

const matches = (ctx: MemberContext, query: Query): SQL[] => [
  eq(activityLogs.orgId, ctx.orgId),
  visibleTo(agentOf(ctx)),
  ...(query.type === "all" ? [] : [eq(activityLogs.type, query.type)]),
  ...(query.status === "all" ? [] : [eq(activityLogs.status, query.status)]),
  ...(query.startDate ? [gte(activityLogs.timestamp, query.startDate)] : []),
  ...(query.endDate ? [lte(activityLogs.timestamp, query.endDate)] : []),
];

/** Microseconds of the timestamp and the id: where the next page begins. */
const cursorOf = sql<string>`(extract(epoch from ${activityLogs.timestamp}) * 1000000)::bigint::text || '.' || ${activityLogs.id}`;

function behind(cursor: string): SQL {
  const [micros, id] = cursor.split(".") as [string, string];
  return sql`(${activityLogs.timestamp}, ${activityLogs.id}) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id})`;
}

async function readPage(
  tx: Tx,
  where: SQL[],
  cursor: string | undefined,
  size: number,
): Promise<{ logs: Entry[]; nextCursor: string | null }> {
  const rows = await tx
    .select({ ...entry, cursor: cursorOf })
    .from(activityLogs)
    .where(and(...where, ...(cursor ? [behind(cursor)] : [])))
    .orderBy(desc(activityLogs.timestamp), desc(activityLogs.id))
    .limit(size + 1);
  const shown = rows.slice(0, size);
  return {
    logs: shown.map(({ cursor: _, ...log }) => log),
    nextCursor: rows.length > size ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** One page of what the caller may see of the activity log, newest first, with the counts of all entries that match. */
export async function listActivity({
  ctx,
  input,
}: {
  ctx: MemberContext;
  input: z.output<typeof activityPageQuery>;
}) {
  const where = matches(ctx, input);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const page = await readPage(tx, where, input.cursor, pageSize);
    const counts = await tx
      .select({ status: activityLogs.status, count: sql<number>`count(*)` })
      .from(activityLogs)
      .where(and(...where))
      .groupBy(activityLogs.status);
    const count = (status: Entry["status"]) => counts.find((row) => row.status === status)?.count ?? 0;
    const stats = { success: count("success"), warning: count("warning"), error: count("error") };
    return { ...page, stats: { total: stats.success + stats.warning + stats.error, ...stats } };
  });
}

/** All entries that match and that the caller may see, page by page, each page in a transaction of its own. */
export async function* activityPages({ ctx, input }: { ctx: MemberContext; input: Query }) {
  const where = matches(ctx, input);
  let cursor: string | undefined;
  do {
    const page = await ctx.db.withOrg(ctx.orgId, (tx) => readPage(tx, where, cursor, exportPageSize));
    yield page.logs;
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
