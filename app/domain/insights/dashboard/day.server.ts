import { and, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns, campaignTotals } from "#app/db/schema/messaging/campaigns.ts";
import { hourlyTotals } from "#app/db/schema/messaging/messages.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { connectionChecks, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { statusSql } from "#app/domain/money/invoices/overdue.ts";
import { getPace } from "#app/domain/money/spending/queries.server.ts";
import { listNumberHealth } from "#app/domain/whatsapp/numbers/queries.server.ts";
import { webhookHealthOf } from "#app/domain/whatsapp/numbers/webhookHealth.ts";
import { statusesOf } from "#app/domain/whatsapp/templates/status.ts";
import { type MemberContext, orgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { type Attention, attentionOf } from "./attention.ts";

const trendDays = 14;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const shownCampaigns = 5;

/**
 * The organisation's day: trend, wallet, waiting customers, numbers, campaigns, and what needs attention.
 * Agents see no money.
 */
export async function getDay(ctx: MemberContext) {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const org = orgContext(ctx);
  const seesMoney = may(ctx.session, "analytics.money");
  const [numbers, pace, found] = await Promise.all([
    listNumberHealth(org),
    seesMoney ? getPace(org) : null,
    ctx.db.withOrg(orgId, async (tx) => ({
      trend: await readTrend(tx, orgId, now),
      counts: await readCounts(tx, orgId, now),
      campaigns: await readCampaigns(tx, orgId),
      accounts: await readAccounts(tx, orgId, now),
      overdueInvoices: seesMoney ? await countOverdue(tx, orgId, now) : 0,
    })),
  ]);
  const { trend, counts, campaigns: recent, accounts } = found;
  const { balanceCents, isPrepaid, rejectedTemplates, pausedTemplates } = counts;
  const waiting = waitingOf(counts);
  const wallet = pace ? { balanceCents, ...pace } : null;
  const attention: Attention[] = attentionOf({
    now,
    numbers,
    wallet,
    waiting,
    pausedCampaigns: recent.filter(({ status }) => status === "paused").length,
    overdueInvoices: found.overdueInvoices,
    isPrepaid: seesMoney && isPrepaid,
    rejectedTemplates,
    pausedTemplates,
    ...accounts,
  });
  return {
    ...{ trend, wallet, waiting, numbers, attention },
    campaigns: recent.slice(0, shownCampaigns),
    runningCampaigns: counts.runningCampaigns,
    delivered: deliveredOf(trend.at(-1), counts, now),
  };
}

/** Hours are counted whole: yesterday until the last full one. */
const deliveredOf = (today: { delivered: number } | undefined, counts: Counts, now: Date) => ({
  today: today?.delivered ?? 0,
  yesterday: counts.deliveredYesterday,
  yesterdayUntil: startOfHour(now),
});

const startOfHour = (now: Date) => new Date(Math.floor(now.getTime() / hourMs) * hourMs);

const zoneOf = (orgId: OrgId) => sql`(select timezone from organisations where id = ${orgId})`;

async function readTrend(tx: Tx, orgId: OrgId, now: Date) {
  const zone = zoneOf(orgId);
  const since = new Date(now.getTime() - trendDays * dayMs);
  const { rows } = await tx.execute<{ day: string; sent: number; delivered: number }>(sql`
    select to_char(d, 'YYYY-MM-DD') as day,
      coalesce(sum(t.count) filter (where t.state = 'accepted'), 0)::int as sent,
      coalesce(sum(t.count) filter (where t.state = 'delivered'), 0)::int as delivered
    from generate_series(0, ${trendDays - 1}::int) as ago
    cross join lateral (
      select date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${zone}) - make_interval(days => ago) as d
    ) as days
    left join ${hourlyTotals} t on t.org_id = ${orgId} and t.direction = 'out'
      and t.hour >= ${since.toISOString()}::timestamptz
      and date_trunc('day', t.hour at time zone ${zone}) = d
    group by d order by d`);
  return rows;
}

type Counts = {
  waiting: number;
  waitingSince: string | null;
  rejectedTemplates: number;
  pausedTemplates: number;
  isPrepaid: boolean;
  balanceCents: number;
  runningCampaigns: number;
  deliveredYesterday: number;
};

/**
 * Waiting customers, what Meta refused or switched off in the last week, the organisation's balance and debts,
 * campaigns that run, and what was delivered yesterday until the last full hour: one row.
 */
async function readCounts(tx: Tx, orgId: OrgId, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rejected = sql.join(
    statusesOf.rejected.map((status) => sql`${status}`),
    sql`, `,
  );
  const { rows } = await tx.execute<Counts>(sql`
    select waits.*, changed.*,
      (select billing_type = 'prepaid' from organisations where id = ${orgId}) as "isPrepaid",
      coalesce((select balance_cents from ledger_accounts where org_id = ${orgId} and name = 'wallet'), 0)::bigint
        as "balanceCents",
      (select count(*)::int from campaigns where org_id = ${orgId} and status in ('preparing', 'sending'))
        as "runningCampaigns",
      (select coalesce(sum(count), 0)::int from ${hourlyTotals} where org_id = ${orgId} and direction = 'out'
        and state = 'delivered' and hour < ${startOfHour(now).toISOString()}::timestamptz - interval '1 day'
        and hour >= date_trunc('day', ${at} at time zone ${zoneOf(orgId)}) at time zone ${zoneOf(orgId)} - interval '1 day'
      ) as "deliveredYesterday"
    from (
      select count(*)::int as waiting, min(waiting_since) as "waitingSince" from conversations
      where org_id = ${orgId} and waiting_since is not null
    ) as waits cross join (
      select count(*) filter (where status in (${rejected}))::int as "rejectedTemplates",
        count(*) filter (where status in ('PAUSED', 'DISABLED', 'FLAGGED'))::int as "pausedTemplates"
      from templates
      where org_id = ${orgId} and status_changed_at >= ${at} - interval '7 days'
    ) as changed`);
  return rows[0]!;
}

const countOverdue = (tx: Tx, orgId: OrgId, now: Date) =>
  tx.$count(
    invoices,
    and(
      eq(invoices.orgId, orgId),
      inArray(invoices.status, ["pending", "overdue"]),
      eq(statusSql(now), "overdue"),
    ),
  );

const waitingOf = ({ waiting: count, waitingSince: since }: Awaited<ReturnType<typeof readCounts>>) => ({
  count,
  since: since === null ? null : new Date(since),
});

async function readCampaigns(tx: Tx, orgId: OrgId) {
  const counted = (states: string) =>
    sql<number>`coalesce((select sum(t.count) from ${campaignTotals} t where t.org_id = ${orgId}
      and t.campaign_id = ${campaigns}.id and t.state in (${sql.raw(states)})), 0)::int`;
  return tx
    .select({
      id: campaigns.id,
      name: campaigns.name,
      status: campaigns.status,
      recipients: campaigns.recipientCount,
      startedAt: campaigns.startedAt,
      delivered: counted("'delivered', 'read'"),
      read: counted("'read'"),
    })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), isNotNull(campaigns.startedAt)))
    .orderBy(desc(campaigns.startedAt))
    .limit(shownCampaigns * 4);
}

async function readAccounts(tx: Tx, orgId: OrgId, now: Date) {
  const accounts = await tx
    .select({
      id: whatsappAccounts.id,
      status: whatsappAccounts.status,
      lastWebhookAt: whatsappAccounts.lastWebhookAt,
      lastWebhookErrorAt: whatsappAccounts.lastWebhookErrorAt,
      results: sql<{ outcome: string }[] | null>`(
        select k.results from ${connectionChecks} k where k.org_id = ${orgId}
          and k.whatsapp_account_id = ${whatsappAccounts}.id order by k.checked_at desc limit 1)`,
    })
    .from(whatsappAccounts)
    .where(and(eq(whatsappAccounts.orgId, orgId), sql`${whatsappAccounts.status} <> 'disconnected'`));
  return {
    suspendedAccounts: accounts.filter(({ status }) => status === "suspended").length,
    failingWebhooks: accounts.filter((account) => webhookHealthOf(account, now) === "failing").length,
    failedCheck:
      accounts.find(({ results }) => results?.some(({ outcome }) => outcome === "bad"))?.id ?? null,
  };
}
