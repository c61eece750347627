import { queryRows } from "#app/db/client.server.ts";
import { statusText } from "#app/domain/money/invoices/overdue.ts";
import { priced } from "#app/domain/money/metaCosts/priced.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";

const dayMs = 86_400_000;
/** Days that the breakdown covers, today the last. */
export const daysShown = 30;

const isOverdue = `${statusText("invoices", "$2")} = 'overdue'`;
const balances = `select
  coalesce(sum(balance_cents) filter (where name = 'wallet'), 0)::bigint as "walletCents",
  coalesce(sum(balance_cents) filter (where name = 'held'), 0)::bigint as "heldCents",
  coalesce(sum(balance_cents) filter (where name = 'revenue'), 0)::bigint as "revenueCents"
  from ledger_accounts`;
const debts = `select coalesce(sum(total_cents - credited_cents) filter (where status in ('pending', 'overdue', 'disputed')), 0)::bigint as "openCents",
  coalesce(sum(total_cents - credited_cents) filter (where ${isOverdue}), 0)::bigint as "overdueCents",
  count(*) filter (where ${isOverdue})::int as overdue, count(*) filter (where status = 'disputed')::int as disputed
  from invoices where kind = 'invoice' and status in ('pending', 'overdue', 'disputed')`;

interface Balances {
  walletCents: number;
  heldCents: number;
  revenueCents: number;
}
interface Debts {
  openCents: number;
  overdueCents: number;
  overdue: number;
  disputed: number;
}

const usage = priced(
  "select day, plan_type, billing_type, prefix, category, messages, billable from platform_meta_days where day >= $1::date",
);
const byDay = `select to_char(d, 'YYYY-MM-DD') as day, coalesce(r.cents, 0)::bigint as "revenueCents", coalesce(u.cents, 0)::bigint as "costCents"
  from generate_series($1::date, $1::date + ${daysShown - 1}, interval '1 day') d
  left join (select day, sum(amount_cents) as cents from platform_revenue_days where day >= $1::date group by 1) r on r.day = d::date
  left join (select day, sum(cost_cents) as cents from ${usage} p group by 1) u on u.day = d::date order by d`;
const byPlan = `select o.plan, o.billing, o.organisations, coalesce(r.cents, 0)::bigint as "revenueCents", coalesce(u.cents, 0)::bigint as "costCents",
    coalesce(u.messages, 0)::bigint as messages
  from (select plan_type as plan, billing_type as billing, count(*)::int as organisations from organisations group by 1, 2) o
  left join (select plan_type, billing_type, sum(amount_cents) as cents from platform_revenue_days where day >= $1::date group by 1, 2) r
    on r.plan_type = o.plan and r.billing_type = o.billing
  left join (select plan_type, billing_type, sum(cost_cents) as cents, sum(messages) as messages from ${usage} p group by 1, 2) u
    on u.plan_type = o.plan and u.billing_type = o.billing
  order by 4 desc, 1, 2`;
/** Debts and plans in one row. */
const debtsAndPlans = `select (select row_to_json(d) from (${debts}) d) as owed, (select coalesce(json_agg(p), '[]') from (${byPlan}) p) as "byPlan"`;
const byCategory = `select category, coalesce(market, 'Unknown') as market, sum(messages)::bigint as messages, sum(billable)::bigint as billable,
    coalesce(sum(cost_cents), 0)::bigint as "costCents", coalesce(sum(billable) filter (where cost_cents is null), 0)::bigint as unrated
  from ${usage} p group by 1, 2 order by 5 desc, 3 desc`;

export interface DayRow {
  day: string;
  revenueCents: number;
  costCents: number;
}
export interface PlanRow {
  plan: string;
  billing: string;
  organisations: number;
  messages: number;
  revenueCents: number;
  costCents: number;
}
export interface CategoryRow {
  category: string;
  market: string;
  messages: number;
  billable: number;
  costCents: number;
  /** Charged messages without a rate in Meta's list. */
  unrated: number;
}

/**
 * The Billing tab: the ledger's balances, and 30 days of revenue next to Meta's cost at list prices for the
 * delivered messages, as if the platform paid them. Margin is revenue less that cost. From daily roll-ups
 * only.
 */
export async function getBilling({ ctx }: { ctx: StaffContext }) {
  const since = dayOf(new Date(ctx.clock.now().getTime() - (daysShown - 1) * dayMs));
  return ctx.db.withSystem(async (tx) => {
    const [sums] = await queryRows<Balances>(tx, balances);
    const [open] = await queryRows<{ owed: Debts; byPlan: PlanRow[] }>(tx, debtsAndPlans, [
      since,
      ctx.clock.now(),
    ]);
    const days = await queryRows<DayRow>(tx, byDay, [since]);
    const sum = (field: "revenueCents" | "costCents") => days.reduce((all, row) => all + row[field], 0);
    return {
      ...sums!,
      ...open!.owed,
      revenue30Cents: sum("revenueCents"),
      cost30Cents: sum("costCents"),
      byDay: days,
      byPlan: open!.byPlan,
      byCategory: await queryRows<CategoryRow>(tx, byCategory, [since]),
    };
  });
}
