import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { and, desc, eq } from "drizzle-orm";
import { queryRows } from "#app/db/client.server.ts";
import { dailyLedgers } from "#app/db/schema/insights/dailyLedgers.ts";
import type { OrgContext, Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { kenyaOffsetMs } from "#app/platform/time/nairobiTime.ts";
import { mediaStore } from "#app/providers/storage/store.server.ts";
import { inWorkspace } from "#app/providers/storage/workspace.server.ts";
import { headOf, LedgerChain } from "./chain.ts";
import { closeDailyLedgersJob } from "./jobs.ts";
import { messageRows, paymentRows } from "./rows.server.ts";

const dayMs = 86_400_000;
/** An interruption of the platform of at most so many days leaves no gap. */
const mostDays = 31;

const startOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - kenyaOffsetMs);
const dayAfter = (day: string, days = 1) => dayOf(new Date(startOf(day).getTime() + days * dayMs));

/** A day is closed when the day after it is over: by then nearly all states are reported. */
export const newestToClose = (now: Date): string => dayAfter(dayOf(now), -2);

/** By its root, so that a second run at the same time replaces nothing. */
export const ledgerKey = (orgId: OrgId, { day, root }: { day: string; root: string }) =>
  `${orgId}/ledgers/${day}-${root.slice(0, 16)}.csv.gz`;

/** Has the days closed of each organisation that sent, received or was paid lately. */
export async function closeLedgersLater(services: Services): Promise<{ organisations: number }> {
  const since = new Date(services.clock.now().getTime() - mostDays * dayMs);
  const rows = await queryRows<{ orgId: OrgId }>(
    services.db.systemReads,
    `select distinct org_id as "orgId" from hourly_totals where hour >= $1
      union select org_id from tills where last_payment_at >= $1`,
    [since],
  );
  for (const { orgId } of rows) await services.jobs.enqueue(closeDailyLedgersJob, { orgId }, { key: orgId });
  return { organisations: rows.length };
}

/** Closes the days of one organisation that are due, in order, each once. A day without rows has no ledger. */
export async function closeDailyLedgers(ctx: OrgContext): Promise<{ closed: string[] }> {
  const newest = newestToClose(ctx.clock.now());
  const last = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ day: dailyLedgers.day, root: dailyLedgers.root })
      .from(dailyLedgers)
      .where(eq(dailyLedgers.orgId, ctx.orgId))
      .orderBy(desc(dailyLedgers.day))
      .limit(1);
    return row;
  });
  const earliest = dayAfter(newest, 1 - mostDays);
  let day = last && last.day >= earliest ? dayAfter(last.day) : earliest;
  let previousRoot = last?.root ?? "";
  const closed: string[] = [];
  for (; day <= newest; day = dayAfter(day)) {
    const root = await closeDay(ctx, day, previousRoot);
    if (root === undefined) continue;
    closed.push(day);
    previousRoot = root;
  }
  return { closed };
}

/** Stores the file of a day, and then its row. Returns its root; undefined when nothing happened. */
async function closeDay(ctx: OrgContext, day: string, previousRoot: string): Promise<string | undefined> {
  const range = { start: startOf(day), end: startOf(dayAfter(day)) };
  return inWorkspace(ctx.config, async (folder) => {
    const file = path.join(folder, "ledger.csv.gz");
    const counts = { messageRows: 0, paymentRows: 0 };
    const head = headOf(ctx.orgId, day, previousRoot);
    const chain = new LedgerChain(head);
    await ctx.db.withOrg(ctx.orgId, async (tx) => {
      async function* lines() {
        yield `${head}\n`;
        for await (const row of messageRows(tx, ctx.orgId, range)) yield `${chain.add(row)}\n`;
        counts.messageRows = chain.rows;
        for await (const row of paymentRows(tx, ctx.orgId, range)) yield `${chain.add(row)}\n`;
        counts.paymentRows = chain.rows - counts.messageRows;
        yield `root,${chain.rows},${chain.root}\n`;
      }
      await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: 0o600 }));
    });
    if (chain.rows === 0) return undefined;
    const { root } = chain;
    await mediaStore(ctx).put(ledgerKey(ctx.orgId, { day, root }), file, "application/gzip");
    return storeRow(ctx, { ...counts, day, root, previousRoot });
  });
}

type Closed = Pick<Row, "day" | "root" | "previousRoot" | "messageRows" | "paymentRows">;
type Row = typeof dailyLedgers.$inferInsert;

/** The root of the day, which another run may have closed first. */
const storeRow = (ctx: OrgContext, closed: Closed): Promise<string> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { orgId } = ctx;
    await tx
      .insert(dailyLedgers)
      .values({ ...closed, orgId, closedAt: ctx.clock.now() })
      .onConflictDoNothing();
    const [stored] = await tx
      .select({ root: dailyLedgers.root })
      .from(dailyLedgers)
      .where(and(eq(dailyLedgers.orgId, orgId), eq(dailyLedgers.day, closed.day)));
    return stored!.root;
  });
