import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { MemberContext, Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { activityLogs } from "#app/db/schema/identity.ts";
import { namesOfUsers } from "#app/domain/users/names.server.ts";
import { actorWords } from "./actor.ts";
import type { activityPageQuery, activityQuery } from "./schemas.ts";
import { agentOf, visibleTo } from "./visible.server.ts";

type Query = z.output<typeof activityQuery>;

const pageSize = 50;
const exportPageSize = 2000;

/** The entry of spec section 3, without who acted. */
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
type Row = Pick<typeof activityLogs.$inferSelect, keyof typeof entry | "actorUserId">;

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
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const rows = await tx
    .select({ ...entry, actorUserId: activityLogs.actorUserId, cursor: cursorOf })
    .from(activityLogs)
    .where(and(...where, ...(cursor ? [behind(cursor)] : [])))
    .orderBy(desc(activityLogs.timestamp), desc(activityLogs.id))
    .limit(size + 1);
  const shown = rows.slice(0, size);
  return {
    rows: shown.map(({ cursor: _, ...row }) => row),
    nextCursor: rows.length > size ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** Each with the name of who did it. */
async function withActors(ctx: Services, rows: Row[]) {
  const names = await namesOfUsers(
    ctx,
    rows.map((row) => row.actorUserId),
  );
  return rows.map(({ actorUserId, ...log }) => ({
    ...log,
    actor: actorWords(
      log.action,
      actorUserId ? names.get(actorUserId)?.name || "A former member" : undefined,
    ),
  }));
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
  const { rows, nextCursor, stats } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const page = await readPage(tx, where, input.cursor, pageSize);
    const counts = await tx
      .select({ status: activityLogs.status, count: sql<number>`count(*)` })
      .from(activityLogs)
      .where(and(...where))
      .groupBy(activityLogs.status);
    const count = (status: Row["status"]) => counts.find((row) => row.status === status)?.count ?? 0;
    const stats = { success: count("success"), warning: count("warning"), error: count("error") };
    return { ...page, stats: { total: stats.success + stats.warning + stats.error, ...stats } };
  });
  return { logs: await withActors(ctx, rows), nextCursor, stats };
}

/** All entries that match and that the caller may see, page by page, each page in a transaction of its own. */
export async function* activityPages({ ctx, input }: { ctx: MemberContext; input: Query }) {
  const where = matches(ctx, input);
  let cursor: string | undefined;
  do {
    const page = await ctx.db.withOrg(ctx.orgId, (tx) => readPage(tx, where, cursor, exportPageSize));
    yield await withActors(ctx, page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
