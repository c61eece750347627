import { clientOf, type Tx } from "#app/db/client.server.ts";

/** Days back: late statuses arrive within a week, but most changes are of today. */
const often = 1;
const seldom = 8;

/**
 * Recounts the platform's days from those of its organisations: the last two every minute, and once an hour
 * all that late statuses may have changed.
 */
export const recountDays = (tx: Tx, now: Date): Promise<void> =>
  recount(tx, now, now.getUTCMinutes() === 0 ? seldom : often);

/** Recounts today and the `days` before. */
export async function recount(tx: Tx, now: Date, days: number): Promise<void> {
  for (const text of [forgetMeta, forgetRevenue, countMeta, countRevenue])
    await clientOf(tx).query({ text, values: [now, days] });
}

const since = "day >= ($1::timestamptz at time zone 'Africa/Nairobi')::date - $2::int";

// Deleted first: a changed plan would leave its old rows.
const forgetMeta = `delete from platform_meta_days where ${since}`;
const forgetRevenue = `delete from platform_revenue_days where ${since}`;

const countMeta = `insert into platform_meta_days (day, plan_type, billing_type, prefix, category, type, messages, billable)
  select u.day, o.plan_type, o.billing_type, u.prefix, u.category, u.type, sum(u.messages), sum(u.billable)
  from meta_usage_days u join organisations o on o.id = u.org_id where ${since} group by 1, 2, 3, 4, 5, 6
  on conflict do nothing`;

const countRevenue = `insert into platform_revenue_days (day, plan_type, billing_type, amount_cents)
  select r.day, o.plan_type, o.billing_type, sum(r.amount_cents)
  from revenue_days r join organisations o on o.id = r.org_id where ${since} group by 1, 2, 3
  on conflict do nothing`;
