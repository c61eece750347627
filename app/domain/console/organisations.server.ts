import { desc, eq } from "drizzle-orm";
import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { together } from "#app/db/together.server.ts";
import type { Call, StaffContext, SuspensionLevel } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { staffActs } from "./acts.server.ts";
import type { organisationQuery } from "./schemas.ts";
import { switchesOf } from "./switches.server.ts";

export interface OrganisationRow {
  id: string;
  businessName: string;
  email: string;
  plan: string;
  status: "active" | "pending" | "suspended";
  suspensionLevel: SuspensionLevel | null;
  isOverridden: boolean;
  messagesUsed: number;
  messageLimit: number;
  joinDate: Date;
  lastActive: Date | null;
  revenueCents: number;
}

/**
 * Organisation `o` with its open suspension `s`, this month's usage `u` and its revenue account `r`, all by
 * primary or unique keys. Suspended: staff suspended something. Pending: no verified member. `$1`: the month.
 */
const sources = `from organisations o
  left join suspensions s on s.org_id = o.id and s.ended_at is null
  left join monthly_usage u on u.org_id = o.id and u.month = $1
  left join ledger_accounts r on r.org_id = o.id and r.name = 'revenue'`;
const isVerified =
  "exists (select 1 from members m join users p on p.id = m.user_id where m.org_id = o.id and p.is_verified)";
const status = `case when s.level is not null then 'suspended' when ${isVerified} then 'active' else 'pending' end`;
const isOverridden = `(exists (select 1 from plan_overrides v where v.org_id = o.id and v.ended_at is null)
  or exists (select 1 from feature_switches w where w.org_id = o.id and w.ended_at is null))`;
/** The owner, who joined first. */
export const ownerOf = `left join lateral (select p.email, p.first_name || ' ' || p.last_name as name from members m
  join users p on p.id = m.user_id where m.org_id = o.id order by m.role <> 'owner', m.created_at limit 1) w on true`;
const columns = `o.id, o.name as "businessName", coalesce(w.email, '') as email, o.plan_type as plan, ${status} as status,
  s.level as "suspensionLevel", ${isOverridden} as "isOverridden", coalesce(u.delivered, 0) as "messagesUsed", o.message_limit as "messageLimit",
  o.created_at as "joinDate", (select max(e.at) from events e where e.org_id = o.id and e.type is not null and e.actor_kind in ('member', 'key')) as "lastActive",
  coalesce(r.balance_cents, 0)::bigint as "revenueCents"`;

const orders: Record<string, string> = {
  name: "lower(o.name)",
  usage: "coalesce(u.delivered, 0)",
  revenue: "coalesce(r.balance_cents, 0)",
  joined: "o.created_at",
};
const orderOf = (sort: string) =>
  `${orders[sort.replace("-", "")]} ${sort.startsWith("-") ? "desc" : "asc"}, o.id`;

/** Organisations whose monthly fees are the MRR of the Overview tab. */
const isRecurring = "o.billing_type = 'postpaid' and coalesce(s.level, 'campaigns') = 'campaigns'";

type Query = z.output<typeof organisationQuery>;

function filterOf(query: Omit<Query, "page">, month: string) {
  const values: unknown[] = [month];
  const add = (value: unknown) => `$${values.push(value)}`;
  const where = ["true"];
  if (query.search) {
    const name = add(containing(query.search));
    where.push(`(o.name ilike ${name} or exists (select 1 from members m join users p on p.id = m.user_id
      where m.org_id = o.id and p.email ilike ${name}))`);
  }
  if (query.plan !== "all") where.push(`o.plan_type = ${add(query.plan)}`);
  if (query.status !== "all") where.push(`${status} = ${add(query.status)}`);
  if (query.group === "overridden") where.push(isOverridden);
  if (query.group === "recurring") where.push(isRecurring);
  if (query.group === "churned") {
    const [before, last] = [add(monthBefore(month, 2)), add(monthBefore(month, 1))];
    where.push(`exists (select 1 from monthly_usage b where b.org_id = o.id and b.month = ${before} and b.delivered > 0)
      and not exists (select 1 from monthly_usage l where l.org_id = o.id and l.month = ${last} and l.delivered > 0)`);
  }
  return { where: where.join(" and "), values, add };
}

/** The Users tab: counts of all organisations, and one page of the matching ones. */
export async function listOrganisations({ ctx, input }: Call<Query, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const month = monthOf(ctx.clock.now());
    const { where, values, add } = filterOf(input, month);
    const counts = await countOrganisations(tx, month);
    const [counted] = await queryRows<{ total: number }>(
      tx,
      `select count(*)::int as total ${sources} where ${where}`,
      [...values],
    );
    const { offset, ...place } = pageOf(counted!.total, input.page);
    const from = add(offset);
    const rows = await queryRows<OrganisationRow>(
      tx,
      `select ${columns} from (select o.* ${sources} where ${where} order by ${orderOf(input.sort)}
          limit ${pageSize} offset ${from}) o
        ${sources.replace("from organisations o", "")} ${ownerOf} order by ${orderOf(input.sort)}`,
      values,
    );
    return { counts, organisations: rows, ...place };
  });
}

export async function countOrganisations(tx: Tx, month: string) {
  const rows = await queryRows<{ status: OrganisationRow["status"]; total: number }>(
    tx,
    `select ${status} as status, count(*)::int as total ${sources} group by 1`,
    [month],
  );
  const of = (name: string) => rows.find((row) => row.status === name)?.total ?? 0;
  const [active, pending, suspended] = [of("active"), of("pending"), of("suspended")];
  return { total: active + pending + suspended, active, pending, suspended };
}

/** Every organisation, page by page in the order of their ids, for a file. */
export async function* organisationPages(ctx: StaffContext): AsyncGenerator<OrganisationRow[]> {
  const month = monthOf(ctx.clock.now());
  let after = "";
  for (;;) {
    const values = [month, after];
    const rows = await ctx.db.withSystem((tx) =>
      queryRows<OrganisationRow>(
        tx,
        `select ${columns} ${sources} ${ownerOf} where o.id > $2 order by o.id limit 500`,
        values,
      ),
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}

/**
 * One organisation with its members, accounts, money, deviations from its plan, and staff's actions on it.
 */
export async function getOrganisation({ ctx, input }: Call<{ orgId: string }, StaffContext>) {
  const orgId = input.orgId as OrgId;
  return ctx.db.withSystem(async (tx) => {
    const [organisation] = await queryRows<OrganisationRow & { billingType: string }>(
      tx,
      `select ${columns}, o.billing_type as "billingType" ${sources} ${ownerOf} where o.id = $2`,
      [monthOf(ctx.clock.now()), orgId],
    );
    if (!organisation) throw notFound("Organisation");
    const people = await membersOf(tx, orgId);
    const { accounts, balances } = await together(tx, {
      accounts: tx
        .select({ id: whatsappAccounts.id, name: whatsappAccounts.name, status: whatsappAccounts.status })
        .from(whatsappAccounts)
        .where(eq(whatsappAccounts.orgId, orgId))
        .orderBy(desc(whatsappAccounts.createdAt))
        .limit(20),
      balances: tx
        .select({ name: ledgerAccounts.name, balanceCents: ledgerAccounts.balanceCents })
        .from(ledgerAccounts)
        .where(eq(ledgerAccounts.orgId, orgId)),
    });
    const balanceOf = (name: string) => balances.find((row) => row.name === name)?.balanceCents ?? 0;
    return {
      organisation,
      people,
      accounts,
      walletCents: balanceOf("wallet"),
      heldCents: balanceOf("held"),
      suspension: await suspensionOf(tx, orgId),
      override: await overrideOf(tx, orgId),
      switches: await switchesOf(tx, orgId),
      acts: await staffActs(tx, { orgId, limit: 10 }),
    };
  });
}

const membersOf = (tx: Tx, orgId: OrgId) =>
  queryRows<{ id: string; name: string; email: string; role: string; lastLogin: Date | null }>(
    tx,
    `select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.email, m.role, p.last_login as "lastLogin"
      from members m join users p on p.id = m.user_id where m.org_id = $1 order by m.created_at limit 20`,
    [orgId],
  );

/** What staff suspended of an organisation; null when nothing. */
async function suspensionOf(tx: Tx, orgId: OrgId) {
  const [open] = await queryRows<{ level: SuspensionLevel; reason: string; startedAt: Date; by: string }>(
    tx,
    `select s.level, s.reason, s.started_at as "startedAt", p.email as by from suspensions s
      left join users p on p.id = s.started_by where s.org_id = $1 and s.ended_at is null`,
    [orgId],
  );
  return open ?? null;
}

/** The plan that staff set for a time; null when none. */
async function overrideOf(tx: Tx, orgId: OrgId) {
  const [open] = await queryRows<{
    planType: string;
    messageLimit: number;
    formerPlanType: string;
    reason: string;
    endsAt: Date;
    by: string;
  }>(
    tx,
    `select v.plan_type as "planType", v.message_limit as "messageLimit", v.former_plan_type as "formerPlanType",
        v.reason, v.ends_at as "endsAt", p.email as by
      from plan_overrides v left join users p on p.id = v.created_by where v.org_id = $1 and v.ended_at is null`,
    [orgId],
  );
  return open ?? null;
}
