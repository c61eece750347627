import { and, desc, eq, gte, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { inOneGo, type Tx } from "#app/db/client.server.ts";
import { apiCalls, apiKeys } from "#app/db/schema/organisations/apiKeys.ts";
import { logDays } from "#app/domain/record/fieldRules.ts";
import type { Call, OrgContext, Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { m } from "#messages";

const callsPerPage = 50;

/** Both bounds, so that only partitions with rows are read. */
function kept({ clock }: Pick<OrgContext, "clock">): SQL[] {
  const now = clock.now();
  return [
    gte(apiCalls.createdAt, new Date(now.getTime() - logDays * 86_400_000)),
    lte(apiCalls.createdAt, now),
  ];
}

/** The figures of the last 30 days: calls, how many succeeded, how long they took on average. */
export async function callFigures({ ctx }: { ctx: OrgContext }) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        calls: sql<number>`count(*)`,
        // What was wrong with a request is the caller's success to know; our own failures count.
        succeeded: sql<number>`count(*) filter (where ${apiCalls.status} < 400)`,
        averageMs: sql<number | null>`round(avg(${apiCalls.durationMs}))::int`,
      })
      .from(apiCalls)
      .where(and(eq(apiCalls.orgId, ctx.orgId), ...kept(ctx))),
  );
  return { calls: row?.calls ?? 0, succeeded: row?.succeeded ?? 0, averageMs: row?.averageMs ?? null };
}

export interface CallFilter {
  outcome?: "success" | "failure" | undefined;
  method?: string | undefined;
  /** Position that a page before gave as `earlier`. */
  before?: string | undefined;
}

const shown = {
  requestId: apiCalls.id,
  method: apiCalls.method,
  path: apiCalls.path,
  status: apiCalls.status,
  errorCode: apiCalls.errorCode,
  durationMs: apiCalls.durationMs,
  requestBody: apiCalls.requestBody,
  mode: apiCalls.mode,
  ipAddress: apiCalls.ipAddress,
  userAgent: apiCalls.userAgent,
  createdAt: apiCalls.createdAt,
  keyId: apiCalls.keyId,
};

/** The names of the organisation's keys, by their ids. */
async function keyNames(tx: Tx, { orgId }: OrgContext): Promise<ReadonlyMap<string | null, string>> {
  const keys = await tx
    .select({ id: apiKeys.id, name: apiKeys.name, isDefault: apiKeys.isDefault })
    .from(apiKeys)
    .where(eq(apiKeys.orgId, orgId));
  return new Map(keys.map(({ id, name, isDefault }) => [id, isDefault ? m.developers_default_key() : name]));
}

const withKeyName = <Call extends { keyId: string | null }>(
  { keyId, ...call }: Call,
  names: ReadonlyMap<string | null, string>,
) => ({ ...call, keyName: names.get(keyId) ?? null });

/** One call of the log. @throws DomainError `api_call.not_found` */
export async function getCall({ ctx, input }: Call<{ requestId: string }>) {
  const own = and(eq(apiCalls.orgId, ctx.orgId), eq(apiCalls.id, input.requestId));
  const [[call], names] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    inOneGo(tx, [async () => tx.select(shown).from(apiCalls).where(own), () => keyNames(tx, ctx)]),
  );
  if (!call) throw notFound("API call");
  return { call: withKeyName(call, names) };
}

/** A page of the request log, newest first. */
export async function listCalls({ ctx, input }: Call<CallFilter>) {
  const wanted = and(eq(apiCalls.orgId, ctx.orgId), ...kept(ctx), ...conditions(input));
  const [rows, names] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    inOneGo(tx, [
      async () =>
        tx
          .select(shown)
          .from(apiCalls)
          .where(wanted)
          .orderBy(desc(apiCalls.createdAt), desc(apiCalls.id))
          .limit(callsPerPage + 1),
      () => keyNames(tx, ctx),
    ]),
  );
  const calls = rows.slice(0, callsPerPage);
  const last = calls.at(-1);
  return {
    calls: calls.map((call) => withKeyName(call, names)),
    earlier: rows.length > callsPerPage && last ? `${last.createdAt.getTime()}.${last.requestId}` : null,
  };
}

function conditions({ outcome, method, before }: CallFilter): (SQL | undefined)[] {
  const cut = before?.indexOf(".") ?? -1;
  const at = before === undefined ? undefined : new Date(Number(before.slice(0, cut)));
  return [
    outcome === "success" ? lt(apiCalls.status, 400) : undefined,
    outcome === "failure" ? gte(apiCalls.status, 400) : undefined,
    method ? eq(apiCalls.method, method) : undefined,
    at &&
      or(
        lt(apiCalls.createdAt, at),
        and(eq(apiCalls.createdAt, at), lt(apiCalls.id, before!.slice(cut + 1))),
      ),
  ];
}

/** Deletes expired rows: responses after 7 days, events and deliveries after 30. Calls expire with their partition. */
export async function pruneCalls(services: Pick<Services, "db" | "clock">): Promise<void> {
  const now = services.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  for (const [table, column, days] of [
    ["api_answers", "started_at", 7],
    ["test_messages", "created_at", logDays],
    ["webhook_deliveries", "created_at", logDays],
    ["outgoing_events", "created_at", logDays],
  ] as const)
    await services.db.system.query(`delete from ${table} where ${column} < $1`, [ago(days)]);
}
