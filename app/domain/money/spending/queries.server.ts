import { and, eq, type SQL, sql } from "drizzle-orm";
import { inOneGo, type Tx } from "#app/db/client.server.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { together } from "#app/db/together.server.ts";
import { startOfMonth } from "#app/domain/money/months.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf, monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { cardOf, readFunds } from "../funds.server.ts";
import type { SpendingDimension } from "./words.ts";

const monthsShown = 6;
/** Days of the average that predicts how long the wallet lasts. */
const averageDays = 7;
const dayMs = 86_400_000;
const rowsShown = 10;

/** Displayed months, oldest first. */
const monthsUntil = (now: Date) =>
  Array.from({ length: monthsShown }, (_, index) => monthBefore(monthOf(now), monthsShown - 1 - index));

/** Cents paid from the wallet for messages since a time, by month: settled holds. */
const paidByMonth = (tx: Tx, orgId: OrgId, since: Date) =>
  tx.select({ month: sql<string>`month`, cents: sql<number>`cents` }).from(sql`(
      select to_char(e.created_at at time zone 'Africa/Nairobi', 'YYYY-MM') as month, -sum(p.amount_cents)::bigint as cents
      from journal_entries e join postings p on p.org_id = ${orgId} and p.entry_id = e.id
      where e.org_id = ${orgId} and e.kind = 'settle' and p.account = 'held' and e.created_at >= ${since.toISOString()}
      group by 1) as paid`);

/** The plan's fees by month, less credits. */
const feesByMonth = (tx: Tx, orgId: OrgId) =>
  tx.select({ month: sql<string>`month`, cents: sql<number>`cents` }).from(sql`(
      select substr(source, 9) as month, sum(total_cents - credited_cents)::bigint as cents from invoices
      where org_id = ${orgId} and source like 'monthly:%' and number is not null group by 1) as fees`);

/** Cents paid for messages since a time. */
const paidSince = (tx: Tx, orgId: OrgId, since: Date) =>
  tx.select({ cents: sql<number>`cents` }).from(sql`(
      select coalesce(-sum(p.amount_cents), 0)::bigint as cents from journal_entries e
      join postings p on p.org_id = ${orgId} and p.entry_id = e.id and p.account = 'held'
      where e.org_id = ${orgId} and e.kind = 'settle' and e.created_at >= ${since.toISOString()}) as paid`);

const paceSince = (now: Date) => new Date(now.getTime() - averageDays * dayMs);

function paceOf(now: Date, spentCents: number, walletCents: number) {
  const perDayCents = Math.round(spentCents / averageDays);
  return {
    perDayCents,
    daysLeft: perDayCents > 0 ? Math.floor(walletCents / perDayCents) : null,
    averageDays,
    since: dayOf(paceSince(now)),
  };
}

/** The cost of each recent month: the plan's fee and messages paid from the wallet; with the pace. */
export async function getSpendingByMonth(ctx: OrgContext) {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const months = monthsUntil(now);
  return ctx.db.withOrg(orgId, async (tx) => {
    const { org, balanceOf, usageOf } = await readFunds(tx, orgId);
    const { card } = await cardOf(tx, org, now);
    const [{ paid, lately }, fees] = await inOneGo(tx, [
      () =>
        together(tx, {
          paid: paidByMonth(tx, orgId, startOfMonth(months[0]!)),
          lately: paidSince(tx, orgId, paceSince(now)),
        }),
      () => feesByMonth(tx, orgId).execute(),
    ]);
    return {
      pace: paceOf(now, lately[0]!.cents, balanceOf("wallet")),
      months: months.map((month) => {
        const isNow = month === monthOf(now);
        const feeCents = fees.find((row) => row.month === month)?.cents ?? (isNow ? card.monthlyCents : 0);
        const messageCents = paid.find((row) => row.month === month)?.cents ?? 0;
        return {
          month,
          feeCents,
          messageCents,
          totalCents: feeCents + messageCents,
          delivered: usageOf(month)?.delivered ?? 0,
        };
      }),
    };
  });
}

/** How long the wallet lasts at the pace of recent days; `daysLeft` is null without spending. */
export async function getPace(ctx: OrgContext) {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  return ctx.db.withOrg(orgId, async (tx) => {
    const { lately, wallet } = await together(tx, {
      lately: paidSince(tx, orgId, paceSince(now)),
      wallet: tx
        .select({ cents: ledgerAccounts.balanceCents })
        .from(ledgerAccounts)
        .where(and(eq(ledgerAccounts.orgId, orgId), eq(ledgerAccounts.name, "wallet"))),
    });
    return paceOf(now, lately[0]!.cents, wallet[0]?.cents ?? 0);
  });
}

const categories: Record<string, () => string> = {
  MARKETING: m.billing_categories_marketing,
  UTILITY: m.billing_categories_utility,
  AUTHENTICATION: m.billing_categories_authentication,
};

/** The name of a dimension's rows, and its joins. Every hold is for a campaign `c` or a single message `m`. */
const dimensions: Record<
  SpendingDimension,
  { name: SQL; joins: SQL; words?: (name: string) => string; nameless: () => string }
> = {
  campaign: { name: sql`c.name`, joins: sql``, nameless: m.billing_dimensions_campaign_nameless },
  number: {
    name: sql`n.display_phone_number`,
    nameless: m.billing_dimensions_number_nameless,
    joins: sql`left join phone_numbers n on n.org_id = h.org_id
      and n.phone_number_id = coalesce(c.phone_number_id, m.phone_number_id)`,
  },
  category: {
    name: sql`t.category`,
    words: (name) => categories[name]?.() ?? name,
    nameless: m.billing_dimensions_category_nameless,
    joins: sql`left join templates t on t.org_id = h.org_id and t.id = coalesce(c.template_id, m.template_id)`,
  },
  member: {
    name: sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`,
    nameless: m.common_former_member,
    joins: sql`left join users u on u.id = coalesce(c.created_by, m.author_user_id)`,
  },
};

/**
 * A month's spending by dimension: delivered messages and their cost, the largest rows first; `others` is the
 * sum of the smaller ones.
 */
export async function getSpendingBy({
  ctx,
  input,
}: Call<{ by: SpendingDimension; month?: string | undefined }>) {
  const month = input.month ?? monthOf(ctx.clock.now());
  const found = await ctx.db.withOrg(ctx.orgId, (tx) => spendingRows(tx, ctx, input.by, month));
  return { by: input.by, month, ...found };
}

async function spendingRows(tx: Tx, ctx: OrgContext, by: SpendingDimension, month: string) {
  const { name, joins, words, nameless } = dimensions[by];
  const { rows } = await tx.execute<SpendingRow>(sql`
    select *, count(*) over ()::int as "allRows", sum(delivered) over ()::int as "allDelivered",
      sum(cents) over ()::bigint as "allCents"
    from (select ${name} as name, sum(h.settled_messages)::int as delivered,
      sum(greatest(0, h.settled_messages - h.included_messages)::bigint * h.price_cents_per_message)::bigint as cents
    from holds h
    left join campaigns c on c.org_id = ${ctx.orgId} and c.id = h.subject_id
    left join messages m on m.org_id = ${ctx.orgId} and m.id = h.subject_id
    ${joins}
    where h.org_id = ${ctx.orgId} and h.month = ${month} and h.settled_messages > 0
    group by 1) as spent
    order by cents desc, delivered desc, name limit ${rowsShown}`);
  return {
    rows: rows.map(({ name, delivered, cents }) => ({
      name: name === null ? nameless() : (words?.(name) ?? name),
      delivered,
      cents,
    })),
    others: othersOf(rows),
  };
}

interface SpendingRow extends Record<string, unknown> {
  name: string | null;
  delivered: number;
  cents: number;
  allRows: number;
  allDelivered: number;
  allCents: number;
}

/** The sum of the rows that are not shown; null when there is none. */
function othersOf(rows: readonly SpendingRow[]) {
  const [first] = rows;
  if (!first || first.allRows === rows.length) return null;
  return {
    rows: first.allRows - rows.length,
    delivered: rows.reduce((left, row) => left - row.delivered, first.allDelivered),
    cents: rows.reduce((left, row) => left - row.cents, first.allCents),
  };
}
