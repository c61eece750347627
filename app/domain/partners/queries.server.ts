import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import type { PartnerStatus, PayoutMethod } from "#app/db/schema/partners/partners.ts";
import { together } from "#app/db/together.server.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { PartnerCategory } from "#app/platform/partnerCategories.ts";
import { nextDueDay } from "./periods.ts";
import type { partnerQuery } from "./schemas.ts";
import { rulesAt, tiersAt } from "./terms.server.ts";

const pageSize = 25;

/** Staff see every partner; a partner is bound to their own book by row level security too. */
export const within = <T>(
  { db }: Pick<Services, "db">,
  partnerId: OrgId | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => (partnerId ? db.withOrg(partnerId, work) : db.withSystem(work));

export interface PartnerRow {
  id: string;
  name: string;
  category: PartnerCategory;
  status: PartnerStatus;
  /** Percent. */
  revenueShare: number;
  organisations: number;
  totalTransactions: number;
  totalRevenueCents: number;
  partnerRevenueCents: number;
  platformRevenueCents: number;
  lastSettlement: string | null;
  integrationDate: Date | null;
}

const shareNow = `coalesce((select v.percent from partner_shares v where v.org_id = p.org_id and v.effective_from <= $1
  order by v.effective_from desc limit 1), 0)`;
const columns = `p.org_id as id, p.name, p.category, p.status, ${shareNow} as "revenueShare",
  (select count(*)::int from partner_links l where l.partner_id = p.org_id and l.ended_at is null) as organisations,
  coalesce(t.count, 0)::int as "totalTransactions", coalesce(t.amount, 0)::bigint as "totalRevenueCents",
  coalesce(t.share, 0)::bigint as "partnerRevenueCents", coalesce(t.amount - t.share, 0)::bigint as "platformRevenueCents",
  (select max(s.period) from settlements s where s.org_id = p.org_id and s.status in ('paid', 'completed')) as "lastSettlement",
  p.integrated_at as "integrationDate"`;
const totals = `left join lateral (select count(*) as count, sum(amount_cents) as amount, sum(share_cents) as share
  from partner_transactions t where t.org_id = p.org_id) t on true`;

/** The Partners tab. */
export async function listPartners(
  services: Pick<Services, "db" | "clock">,
  query: z.output<typeof partnerQuery>,
) {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const counts = await queryRows<{ status: PartnerStatus; total: number }>(
      tx,
      "select status, count(*)::int as total from partners group by 1",
    );
    const where = `($1::text is null or p.name ilike $1 or p.email ilike $1) and ($2::text is null or p.status = $2)`;
    const filter = [
      query.search ? containing(query.search) : null,
      query.status === "all" ? null : query.status,
    ];
    const [found] = await queryRows<{ total: number }>(
      tx,
      `select count(*)::int as total from partners p where ${where}`,
      filter,
    );
    const pages = Math.max(1, Math.ceil(found!.total / pageSize));
    const page = Math.min(query.page, pages);
    const shifted = where.replaceAll("$2", "$3").replaceAll("$1", "$2");
    const rows = await queryRows<PartnerRow>(
      tx,
      `select ${columns} from partners p ${totals} where ${shifted}
        order by coalesce(t.share, 0) desc, p.name limit ${pageSize} offset $4`,
      [now, ...filter, (page - 1) * pageSize],
    );
    const { dayOfMonth } = await rulesAt(tx, now);
    const of = (status: PartnerStatus) => counts.find((row) => row.status === status)?.total ?? 0;
    return {
      partners: rows,
      page,
      pages,
      counts: { active: of("active"), pending: of("pending"), suspended: of("suspended") },
      nextSettlement: nextDueDay(now, dayOfMonth),
    };
  });
}

export interface PartnerDetails extends PartnerRow {
  email: string;
  contactName: string;
  code: string;
  about: string;
  appliedBy: string | null;
  payoutMethod: PayoutMethod;
  payoutPhone: string | null;
  payoutName: string;
  bankName: string;
  bankAccount: string;
  /** Earned and not settled yet. */
  accruedCents: number;
  /** Settled and not paid out yet. */
  earningsCents: number;
}

const details = `p.email, p.contact_name as "contactName", p.code, p.about, o.name as "appliedBy",
  p.payout_method as "payoutMethod", p.payout_phone as "payoutPhone", p.payout_name as "payoutName",
  p.bank_name as "bankName", p.bank_account as "bankAccount"`;

/** A partner with its shares, organisations and newest settlements; for staff, and for the partner. */
export async function getPartner(
  services: Pick<Services, "db" | "clock">,
  partnerId: OrgId,
  asPartner: boolean,
) {
  const now = services.clock.now();
  return within(services, asPartner ? partnerId : undefined, async (tx) => {
    const [found] = await queryRows<Omit<PartnerDetails, "accruedCents" | "earningsCents">>(
      tx,
      `select ${columns}, ${details} from partners p ${totals} left join organisations o on o.id = p.applied_by
        where p.org_id = $2`,
      [now, partnerId],
    );
    if (!found) throw notFound("Partner");
    const shares = await queryRows<{ percent: number; effectiveFrom: Date }>(
      tx,
      `select percent, effective_from as "effectiveFrom" from partner_shares where org_id = $1 order by 2 desc`,
      [partnerId],
    );
    const organisations = await organisationsOf(tx, partnerId);
    const rules = await rulesAt(tx, now);
    const { tiers, balances } = await together(tx, {
      tiers: tiersAt(tx, now),
      balances: balancesOf(tx, partnerId),
    });
    const centsOf = (account: string) => balances.find(({ name }) => name === account)?.cents ?? 0;
    const partner: PartnerDetails = {
      ...found,
      accruedCents: centsOf("accrued"),
      earningsCents: centsOf("earnings"),
    };
    return {
      partner,
      shares,
      organisations,
      nextSettlement: nextDueDay(now, rules.dayOfMonth),
      tiers,
    };
  });
}

const balancesOf = (tx: Tx, partnerId: OrgId) =>
  tx
    .select({ name: ledgerAccounts.name, cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, partnerId), inArray(ledgerAccounts.name, ["accrued", "earnings"])));

/** The organisations of a partner, now and before, with what was shared of each. */
function organisationsOf(tx: Tx, partnerId: OrgId) {
  return queryRows<{
    id: string;
    name: string;
    confirmedAt: Date;
    endedAt: Date | null;
    transactions: number;
    amountCents: number;
    shareCents: number;
  }>(
    tx,
    `select o.id, o.name, l.confirmed_at as "confirmedAt", l.ended_at as "endedAt", coalesce(t.count, 0)::int as transactions,
        coalesce(t.amount, 0)::bigint as "amountCents", coalesce(t.share, 0)::bigint as "shareCents"
      from partner_links l join organisations o on o.id = l.org_id
      left join lateral (select count(*) as count, sum(amount_cents) as amount, sum(share_cents) as share
        from partner_transactions t where t.org_id = $1 and t.link_id = l.id) t on true
      where l.partner_id = $1 order by l.ended_at is not null, l.confirmed_at desc limit 200`,
    [partnerId],
  );
}

interface MonthRow {
  period: string;
  transactions: number;
  amountCents: number;
  shareCents: number;
}

/** The last six months. */
function monthsOf(tx: Tx, now: Date, partnerId: OrgId | undefined): Promise<MonthRow[]> {
  return queryRows<MonthRow>(
    tx,
    `select to_char(m, 'YYYY-MM') as period, coalesce(t.count, 0)::int as transactions,
        coalesce(t.amount, 0)::bigint as "amountCents", coalesce(t.share, 0)::bigint as "shareCents"
      from generate_series(date_trunc('month', $1::timestamptz at time zone 'Africa/Nairobi') - interval '5 months',
        date_trunc('month', $1::timestamptz at time zone 'Africa/Nairobi'), interval '1 month') m
      left join lateral (select count(*) as count, sum(amount_cents) as amount, sum(share_cents) as share
        from partner_transactions t where ($2::text is null or t.org_id = $2)
          and t.booked_at >= m at time zone 'Africa/Nairobi'
          and t.booked_at < (m + interval '1 month') at time zone 'Africa/Nairobi') t on true
      order by m`,
    [now, partnerId ?? null],
  );
}

/** The Overview tab: all money that was shared, month by month; of every partner, or of one. */
export async function getOverview(services: Pick<Services, "db" | "clock">, partnerId?: OrgId) {
  const now = services.clock.now();
  return within(services, partnerId, async (tx) => {
    const months = await monthsOf(tx, now, partnerId);
    const [all] = await queryRows<Omit<MonthRow, "period">>(
      tx,
      `select count(*)::int as transactions, coalesce(sum(amount_cents), 0)::bigint as "amountCents",
          coalesce(sum(share_cents), 0)::bigint as "shareCents"
        from partner_transactions where ($1::text is null or org_id = $1)`,
      [partnerId ?? null],
    );
    const [open] = await queryRows<{ waiting: number; waitingCents: number; paidCents: number }>(
      tx,
      `select count(*) filter (where status in ('pending', 'processing', 'failed'))::int as waiting,
          coalesce(sum(payout_cents) filter (where status in ('pending', 'processing', 'failed')), 0)::bigint as "waitingCents",
          coalesce(sum(payout_cents) filter (where status = 'paid'), 0)::bigint as "paidCents"
        from settlements where ($1::text is null or org_id = $1)`,
      [partnerId ?? null],
    );
    const rules = await rulesAt(tx, now);
    return {
      months,
      ...all!,
      ...open!,
      nextSettlement: nextDueDay(now, rules.dayOfMonth),
      tiers: await tiersAt(tx, now),
    };
  });
}
