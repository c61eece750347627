import { queryRows, type Tx } from "#app/db/client.server.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { dayOf, monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { staffActs } from "./acts.server.ts";
import { listAlerts } from "./alerts.server.ts";
import { countOrganisations } from "./organisations.server.ts";

const dayMs = 86_400_000;
const days = 30;

/**
 * Monthly recurring revenue in KES cents: the monthly fee of the rate card in force, for every organisation
 * that is billed monthly and may send. Usage beyond the plan is excluded.
 */
async function monthlyRecurringCents(tx: Tx, now: Date): Promise<number> {
  const [row] = await queryRows<{ cents: number }>(
    tx,
    `select coalesce(sum(g.organisations * c.monthly_cents), 0)::bigint as cents from (
        select o.plan_type, o.billing_type, count(*) as organisations from organisations o
        left join suspensions s on s.org_id = o.id and s.ended_at is null and s.level <> 'campaigns'
        where o.billing_type = 'postpaid' and s.id is null group by 1, 2
      ) g cross join lateral (
        select monthly_cents from rate_cards c where c.billing_type = g.billing_type
          and c.plan_type in (g.plan_type, '*') and c.effective_from <= $1
        order by c.plan_type = '*', c.effective_from desc limit 1
      ) c`,
    [now],
  );
  return row!.cents;
}

/**
 * Churn of the last complete month: of the organisations that had a message delivered in the month before it, the share
 * that had none in it. Null while there is no such organisation.
 */
async function churnOf(tx: Tx, now: Date): Promise<{ lost: number; of: number; month: string }> {
  const month = monthOf(now);
  const last = monthBefore(month, 1);
  const [row] = await queryRows<{ lost: number; of: number }>(
    tx,
    `select count(*)::int as of, count(*) filter (where coalesce(l.delivered, 0) = 0)::int as lost
      from monthly_usage b left join monthly_usage l on l.org_id = b.org_id and l.month = $2
      where b.month = $1 and b.delivered > 0`,
    [monthBefore(month, 2), last],
  );
  return { ...row!, month: last };
}

/** Revenue from the ledger in the last 30 days. */
async function revenueOf(tx: Tx, since: Date) {
  const [row] = await queryRows<{ cents: number }>(
    tx,
    "select coalesce(sum(amount_cents), 0)::bigint as cents from revenue_days where day >= $1::date",
    [dayOf(since)],
  );
  return row!;
}

async function volumeByDay(tx: Tx, since: Date) {
  return queryRows<{ day: string; sent: number; delivered: number; failed: number; received: number }>(
    tx,
    `select to_char(d, 'YYYY-MM-DD') as day,
        coalesce(sum(h.count) filter (where h.direction = 'out' and h.state = 'accepted'), 0)::bigint as sent,
        coalesce(sum(h.count) filter (where h.direction = 'out' and h.state = 'delivered'), 0)::bigint as delivered,
        coalesce(sum(h.count) filter (where h.direction = 'out' and h.state = 'failed'), 0)::bigint as failed,
        coalesce(sum(h.count) filter (where h.direction = 'in'), 0)::bigint as received
      from generate_series($1::date, $1::date + ${days - 1}, interval '1 day') d
      left join platform_hours h on h.hour >= d at time zone 'Africa/Nairobi'
        and h.hour < (d + interval '1 day') at time zone 'Africa/Nairobi'
      group by d order by d`,
    [dayOf(since)],
  );
}

async function growthByDay(tx: Tx, since: Date) {
  return queryRows<{ day: string; joined: number }>(
    tx,
    `select to_char(d, 'YYYY-MM-DD') as day, count(o.id)::int as joined
      from generate_series($1::date, $1::date + ${days - 1}, interval '1 day') d
      left join organisations o on o.created_at >= d at time zone 'Africa/Nairobi'
        and o.created_at < (d + interval '1 day') at time zone 'Africa/Nairobi'
      group by d order by d`,
    [dayOf(since)],
  );
}

/** The newest organisations, and staff's newest actions as events. */
async function recentActivity(tx: Tx) {
  const joined = await queryRows<{ orgId: string; name: string; at: Date }>(
    tx,
    `select id as "orgId", name, created_at as at from organisations order by created_at desc limit 8`,
  );
  return { joined, acts: await staffActs(tx, { limit: 8 }) };
}

/** The Overview tab. Every list of days covers the last 30, today the last. */
export async function getOverview(ctx: StaffContext) {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - (days - 1) * dayMs);
  return ctx.db.withSystem(async (tx) => {
    const organisations = await countOrganisations(tx, monthOf(now));
    const [counted] = await queryRows<{ connected: number; people: number }>(
      tx,
      `select (select count(*)::int from whatsapp_accounts where status = 'connected') as connected,
        (select count(*)::int from users) as people`,
    );
    const revenue = await revenueOf(tx, since);
    const mrrCents = await monthlyRecurringCents(tx, now);
    const volume = await volumeByDay(tx, since);
    return {
      organisations,
      people: counted!.people,
      connectedAccounts: counted!.connected,
      revenueCents: revenue.cents,
      mrrCents,
      /**
       * Average revenue per active organisation: the ledger's revenue of 30 days, divided by their number.
       * Monthly fees are included once paid.
       */
      arpuCents: organisations.active === 0 ? 0 : Math.round(revenue.cents / organisations.active),
      churn: await churnOf(tx, now),
      sent: volume.reduce((sum, { sent }) => sum + sent, 0),
      failed: volume.reduce((sum, { failed }) => sum + failed, 0),
      delivered: volume.reduce((sum, { delivered }) => sum + delivered, 0),
      volume,
      growth: await growthByDay(tx, since),
      recent: await recentActivity(tx),
      alerts: await listAlerts(tx, { open: true, limit: 5 }),
    };
  });
}
