import { and, asc, desc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillDifferences } from "#app/db/schema/sales/matching.ts";
import { tillDays } from "#app/db/schema/sales/payments.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { monthBefore, monthOf } from "#app/platform/time/calendar.ts";

const mostDifferences = 50;

interface Day {
  day: string;
  payments: number;
  receivedCents: number;
  refundedCents: number;
  /** How much of it M-Pesa's own list has. */
  listedCents: number;
}

/** The beginning of a month in Kenya, and of the next one. */
export function spanOfMonth(month: string): { from: Date; until: Date } {
  const from = new Date(`${month}-01T00:00:00+03:00`);
  const until = new Date(`${monthBefore(month, -1)}-01T00:00:00+03:00`);
  return { from, until };
}

/** A till's payments by day in a month, newest first, with what differs from M-Pesa's list. @throws DomainError `till.not_found` */
export async function getStatement(
  ctx: OrgContext,
  { tillId, month: wanted }: { tillId: string; month: string },
) {
  const { orgId } = ctx;
  const present = monthOf(ctx.clock.now());
  const month = wanted === "" || wanted > present ? present : wanted;
  return ctx.db.withOrg(orgId, async (tx) => {
    const { name, number, balanceCents, balanceAt, pulledUntil, nextPullAt } = await findTill(
      tx,
      orgId,
      tillId,
    );
    const days = await daysOf(tx, ctx, tillId, month);
    const differences = await differencesOf(tx, ctx, tillId);
    return {
      till: { id: tillId, name, number, balanceCents, balanceAt, pulledUntil, isPulled: nextPullAt !== null },
      ...{ month, days, totals: totalsOf(days), differences },
      monthBefore: monthBefore(month, 1),
      monthAfter: month < present ? monthBefore(month, -1) : null,
    };
  });
}

function daysOf(tx: Tx, { orgId }: OrgContext, tillId: string, month: string): Promise<Day[]> {
  const { receivedCents, refundedCents, listedCents } = tillDays;
  return tx
    .select({ day: tillDays.day, payments: tillDays.payments, receivedCents, refundedCents, listedCents })
    .from(tillDays)
    .where(
      and(
        ...[eq(tillDays.orgId, orgId), eq(tillDays.tillId, tillId)],
        ...[gte(tillDays.day, `${month}-01`), lt(tillDays.day, `${monthBefore(month, -1)}-01`)],
        gt(tillDays.payments, 0),
      ),
    )
    .orderBy(desc(tillDays.day));
}

const totalsOf = (days: readonly Day[]) => ({
  payments: days.reduce((sum, { payments }) => sum + payments, 0),
  receivedCents: days.reduce((sum, { receivedCents }) => sum + receivedCents, 0),
  refundedCents: days.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  listedCents: days.reduce((sum, { listedCents }) => sum + listedCents, 0),
});

/** Open ones first, then those that were closed last. */
async function differencesOf(tx: Tx, ctx: OrgContext, tillId: string) {
  const rows = await tx
    .select()
    .from(tillDifferences)
    .where(and(eq(tillDifferences.orgId, ctx.orgId), eq(tillDifferences.tillId, tillId)))
    .orderBy(
      sql`${tillDifferences.state} <> 'open'`,
      desc(tillDifferences.createdAt),
      asc(tillDifferences.id),
    )
    .limit(mostDifferences);
  return rows.length === 0 ? [] : withOwners(tx, ctx, rows);
}

type Difference = typeof tillDifferences.$inferSelect;

/** With the names of their members. */
export async function withOwners(tx: Tx, { orgId }: OrgContext, rows: readonly Difference[]) {
  const names = new Map((await teamOf(tx, orgId)).map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return rows.map(({ orgId: _, ownerId, closedBy, ...row }) => ({
    ...row,
    owner: nameOf(ownerId),
    closedByName: nameOf(closedBy),
  }));
}
