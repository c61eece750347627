import { and, desc, eq, max, sql } from "drizzle-orm";
import type { z } from "zod";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { events } from "#app/db/schema/record/events.ts";
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
  o.created_at as "joinDate", coalesce(r.balance_cents, 0)::bigint as "revenueCents"`;

type Found = Omit<OrganisationRow, "lastActive">;

const isByOrganisation = "type is not null and actor_kind in ('member', 'key')";

/** Organisations with the time of the newest event by a member or a key: one look into the index of each. */
async function withLastActive(tx: Tx, rows: readonly Found[]): Promise<OrganisationRow[]> {
  if (rows.length === 0) return [];
  const newest = rows.map(
    (_, n) => `select $${n + 1}::text as id, max(at) as at from events
      where org_id = $${n + 1} and ${isByOrganisation}`,
  );
  const found = await queryRows<{ id: string; at: Date | null }>(
    tx,
    newest.join(" union all "),
    rows.map(({ id }) => id),
  );
  const atOf = new Map(found.map(({ id, at }) => [id, at]));
  return rows.map((row) => ({ ...row, lastActive: atOf.get(row.id) ?? null }));
}

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
    const rows = await queryRows<Found>(
      tx,
      `select ${columns} from (select o.* ${sources} where ${where} order by ${orderOf(input.sort)}
          limit ${pageSize} offset ${from}) o
        ${sources.replace("from organisations o", "")} ${ownerOf} order by ${orderOf(input.sort)}`,
      values,
    );
    return { counts, organisations: await withLastActive(tx, rows), ...place };
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
    const rows = await ctx.db.withSystem(async (tx) => {
      const found = await queryRows<Found>(
        tx,
        `select ${columns} ${sources} ${ownerOf} where o.id > $2 order by o.id limit 500`,
        values,
      );
      return withLastActive(tx, found);
    });
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
    const [found] = await queryRows<Found & { billingType: string }>(
      tx,
      `select ${columns}, o.billing_type as "billingType" ${sources} ${ownerOf} where o.id = $2`,
      [monthOf(ctx.clock.now()), orgId],
    );
    if (!found) throw notFound("Organisation");
    const { people, accounts, balances, active } = await together(tx, {
      people: membersOf(tx, orgId),
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
      active: tx
        .select({ at: max(events.at) })
        .from(events)
        .where(and(eq(events.orgId, orgId), sql.raw(isByOrganisation))),
    });
    const balanceOf = (name: string) => balances.find((row) => row.name === name)?.balanceCents ?? 0;
    return {
      organisation: { ...found, lastActive: active[0]!.at },
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

/** The members who joined first. */
const membersOf = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      id: users.id,
      name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      email: users.email,
      role: members.role,
      lastLogin: users.lastLogin,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.orgId, orgId))
    .orderBy(members.createdAt)
    .limit(20);

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
