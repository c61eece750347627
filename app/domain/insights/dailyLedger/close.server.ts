import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { and, desc, eq } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { dailyLedgers } from "#app/db/schema/insights/dailyLedgers.ts";
import { dailyLedgerClosed } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
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
  return inWorkspace(ctx.config, async (folder) => {
    const file = path.join(folder, "ledger.csv.gz");
    const written = await ctx.db.withOrg(ctx.orgId, (tx) =>
      writeFile(tx, file, { orgId: ctx.orgId, day, previousRoot }),
    );
    if (written.messageRows + written.paymentRows === 0) return undefined;
    await mediaStore(ctx).put(ledgerKey(ctx.orgId, { day, ...written }), file, "application/gzip");
    return storeRow(ctx, { ...written, day, previousRoot });
  });
}

/** Writes the rows of a day into a new file. */
async function writeFile(
  tx: Tx,
  file: string,
  { orgId, day, previousRoot }: { orgId: OrgId; day: string; previousRoot: string },
): Promise<Pick<Row, "root" | "messageRows" | "paymentRows">> {
  const range = { start: startOf(day), end: startOf(dayAfter(day)) };
  const head = headOf(orgId, day, previousRoot);
  const chain = new LedgerChain(head);
  let messages = 0;
  async function* lines() {
    yield `${head}\n`;
    for await (const row of messageRows(tx, orgId, range)) yield `${chain.add(row)}\n`;
    messages = chain.rows;
    for await (const row of paymentRows(tx, orgId, range)) yield `${chain.add(row)}\n`;
    yield `root,${chain.rows},${chain.root}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(file, { mode: 0o600 }));
  return { root: chain.root, messageRows: messages, paymentRows: chain.rows - messages };
}

type Closed = Pick<Row, "day" | "root" | "previousRoot" | "messageRows" | "paymentRows">;
type Row = typeof dailyLedgers.$inferInsert;

/** The root of the day, which another run may have closed first. */
const storeRow = (ctx: OrgContext, closed: Closed): Promise<string> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { orgId } = ctx;
    const { day, root } = closed;
    const added = await tx
      .insert(dailyLedgers)
      .values({ ...closed, orgId, closedAt: ctx.clock.now() })
      .onConflictDoNothing()
      .returning({ day: dailyLedgers.day });
    if (added.length > 0) await record(tx, ctx, dailyLedgerClosed, { subject: orgId, data: { day, root } });
    const [stored] = await tx
      .select({ root: dailyLedgers.root })
      .from(dailyLedgers)
      .where(and(eq(dailyLedgers.orgId, orgId), eq(dailyLedgers.day, day)));
    return stored!.root;
  });
