import { queryRows, type Tx } from "#app/db/client.server.ts";
import { platformMetaDays } from "#app/db/schema/money/metaCosts.ts";
import { platformRevenueDays } from "#app/db/schema/money/revenue.ts";

/** Days back: late statuses arrive within a week, but most changes are of today. */
const often = 1;
const seldom = 8;

const rowsPerStatement = 1000;

/**
 * Recounts the platform's days from those of its organisations: the last two every minute, and once an hour
 * all that late statuses may have changed.
 */
export const recountDays = (tx: Tx, now: Date): Promise<void> =>
  recount(tx, now, now.getUTCMinutes() === 0 ? seldom : often);

/** Recounts today and the `days` before. */
export async function recount(tx: Tx, now: Date, days: number): Promise<void> {
  const since = [now, days];
  const usage = await queryRows<typeof platformMetaDays.$inferInsert>(tx, countMeta, since);
  const revenue = await queryRows<typeof platformRevenueDays.$inferInsert>(tx, countRevenue, since);
  // Deleted first: a changed plan would leave its old rows.
  for (const text of [forgetMeta, forgetRevenue]) await queryRows(tx, text, since);
  for (let at = 0; at < usage.length; at += rowsPerStatement)
    await tx
      .insert(platformMetaDays)
      .values(usage.slice(at, at + rowsPerStatement))
      .onConflictDoNothing();
  if (revenue.length > 0) await tx.insert(platformRevenueDays).values(revenue).onConflictDoNothing();
}

const since = "day >= ($1::timestamptz at time zone 'Africa/Nairobi')::date - $2::int";

const forgetMeta = `delete from platform_meta_days where ${since}`;
const forgetRevenue = `delete from platform_revenue_days where ${since}`;

const countMeta = `select to_char(u.day, 'YYYY-MM-DD') as day, o.plan_type as "planType", o.billing_type as "billingType",
    u.prefix, u.category, u.type, sum(u.messages)::bigint as messages, sum(u.billable)::bigint as billable
  from meta_usage_days u join organisations o on o.id = u.org_id where ${since} group by 1, 2, 3, 4, 5, 6`;

const countRevenue = `select to_char(r.day, 'YYYY-MM-DD') as day, o.plan_type as "planType", o.billing_type as "billingType",
    sum(r.amount_cents)::bigint as "amountCents"
  from revenue_days r join organisations o on o.id = r.org_id where ${since} group by 1, 2, 3`;
