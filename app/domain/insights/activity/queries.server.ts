import { and, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/record/events.ts";
import type { Call, MemberContext } from "#app/platform/context.ts";
import { type EntryRow, entryColumns, withActors } from "./entry.server.ts";
import type { activityPageQuery, activityQuery } from "./schemas.ts";
import { agentOf, visibleTo } from "./visible.server.ts";

type Query = z.output<typeof activityQuery>;

const pageSize = 50;
const exportPageSize = 2000;
/** More of the acts of one page are not listed. */
const consequencesAtMost = 1000;

type Row = EntryRow & { correlationId: string | null };

const matches = (ctx: MemberContext, query: Query, entries = events): SQL[] => [
  eq(entries.orgId, ctx.orgId),
  isNotNull(entries.type),
  visibleTo(agentOf(ctx), entries),
  ...(query.type === "all" ? [] : [eq(entries.type, query.type)]),
  ...(query.status === "all" ? [] : [eq(entries.status, query.status)]),
  ...(query.startDate ? [gte(entries.at, query.startDate)] : []),
  ...(query.endDate ? [lte(entries.at, query.endDate)] : []),
];

/** The same table once more in one statement. */
const newer = alias(events, "newer") as unknown as typeof events;

/** The newest matching entry of an action's effects represents them. */
const isNewestOfAct = (ctx: MemberContext, query: Query): SQL => sql`not exists (
  select 1 from ${events} ${sql.identifier("newer")} where ${and(...matches(ctx, query, newer))}
    and ${newer.correlationId} = ${events.correlationId}
    and (${newer.at}, ${newer.id}) > (${events.at}, ${events.id}))`;

/** Microseconds of the timestamp and the id: where the next page begins. */
const cursorOf = sql<string>`(extract(epoch from ${events.at}) * 1000000)::bigint::text || '.' || ${events.id}`;

function behind(cursor: string): SQL {
  const [micros, id] = cursor.split(".") as [string, string];
  return sql`(${events.at}, ${events.id}) < (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id})`;
}

async function readPage(
  tx: Tx,
  where: SQL[],
  cursor: string | undefined,
  size: number,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const rows = await tx
    .select({
      ...entryColumns,
      correlationId: events.correlationId,
      cursor: cursorOf,
    })
    .from(events)
    .where(and(...where, ...(cursor ? [behind(cursor)] : [])))
    .orderBy(desc(events.at), desc(events.id))
    .limit(size + 1);
  const shown = rows.slice(0, size);
  return {
    rows: shown.map(({ cursor: _, ...row }) => row),
    nextCursor: rows.length > size ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

/** The other entries of the acts that `heads` stand for, newest first. */
async function readConsequences(tx: Tx, where: SQL[], heads: Row[]): Promise<Row[]> {
  const acts = heads.flatMap(({ correlationId }) => correlationId ?? []);
  if (acts.length === 0) return [];
  const shown = new Set(heads.map(({ id }) => id));
  const rows = await tx
    .select({
      ...entryColumns,
      correlationId: events.correlationId,
    })
    .from(events)
    .where(and(...where, inArray(events.correlationId, acts)))
    .orderBy(desc(events.at), desc(events.id))
    .limit(consequencesAtMost);
  return rows.filter(({ id }) => !shown.has(id));
}

/**
 * One page of the activity log visible to the caller, newest first, with the counts of all matching entries.
 * `grouped`: the effects of one action count as one, represented by the newest; the others are in `related`,
 * by its id.
 */
export async function listActivity({ ctx, input }: Call<z.output<typeof activityPageQuery>, MemberContext>) {
  const where = matches(ctx, input);
  const { rows, others, nextCursor, stats } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const heads = input.grouped ? [...where, isNewestOfAct(ctx, input)] : where;
    const page = await readPage(tx, heads, input.cursor, pageSize);
    const others = input.grouped ? await readConsequences(tx, where, page.rows) : [];
    const counts = await tx
      .select({ status: events.status, count: sql<number>`count(*)` })
      .from(events)
      .where(and(...where))
      .groupBy(events.status);
    const count = (status: Row["status"]) => counts.find((row) => row.status === status)?.count ?? 0;
    const stats = { success: count("success"), warning: count("warning"), error: count("error") };
    return { ...page, others, stats: { total: stats.success + stats.warning + stats.error, ...stats } };
  });
  const logs = await withActors(ctx, rows);
  const consequences = await withActors(ctx, others);
  const related = Object.fromEntries(
    rows.flatMap(({ id, correlationId }) => {
      const ofAct = consequences.filter((_, index) => others[index]!.correlationId === correlationId);
      return ofAct.length > 0 ? [[id, ofAct] as const] : [];
    }),
  );
  return { logs, related, nextCursor, stats };
}

/** All matching entries visible to the caller, page by page, each page in its own transaction. */
export async function* activityPages({ ctx, input }: Call<Query, MemberContext>) {
  const where = matches(ctx, input);
  let cursor: string | undefined;
  do {
    const page = await ctx.db.withOrg(ctx.orgId, (tx) => readPage(tx, where, cursor, exportPageSize));
    yield await withActors(ctx, page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
