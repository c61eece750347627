import { queryRows } from "#app/db/client.server.ts";
import type { PartnerStatus } from "#app/db/schema/partners/partners.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { PartnerCategory } from "#app/platform/partnerCategories.ts";
import { partnerOfCode } from "./link.server.ts";

import { rulesAt, tiersAt } from "./terms.server.ts";

interface LinkRow {
  id: string;
  partnerName: string;
  category: PartnerCategory;
  confirmedAt: Date;
  endedAt: Date | null;
  endReason: string | null;
  transactions: number;
  amountCents: number;
}

/** What an organisation sees: its partners of now and before, what they get a share of, and its own application. */
export async function getReferrals(ctx: OrgContext) {
  const links = await ctx.db.withSystem((tx) =>
    queryRows<LinkRow>(
      tx,
      `select l.id, p.name as "partnerName", p.category, l.confirmed_at as "confirmedAt", l.ended_at as "endedAt",
          l.end_reason as "endReason", coalesce(t.count, 0)::int as transactions, coalesce(t.amount, 0)::bigint as "amountCents"
        from partner_links l join partners p on p.org_id = l.partner_id
        left join lateral (select count(*) as count, sum(amount_cents) as amount from partner_transactions t
          where t.organisation_id = $1 and t.link_id = l.id) t on true
        where l.org_id = $1 order by l.ended_at is not null, l.confirmed_at desc limit 50`,
      [ctx.orgId],
    ),
  );
  const { application, tiers, rules } = await ctx.db.withSystem(async (tx) => {
    const [application] = await queryRows<{ name: string; status: PartnerStatus; createdAt: Date }>(
      tx,
      `select name, status, created_at as "createdAt" from partners where applied_by = $1 order by created_at desc limit 1`,
      [ctx.orgId],
    );
    const now = ctx.clock.now();
    return { application, tiers: await tiersAt(tx, now), rules: await rulesAt(tx, now) };
  });
  return {
    current: links.find(({ endedAt }) => endedAt === null) ?? null,
    former: links.filter(({ endedAt }) => endedAt !== null),
    application: application ?? null,
    tiers,
    dayOfMonth: rules.dayOfMonth,
    minimumCents: rules.minimumCents,
  };
}

/** The partner of a link. @throws DomainError `partner.not_found` (404). */
export const getPartnerOfCode = ({ db }: OrgContext, code: string) =>
  db.withSystem((tx) => partnerOfCode(tx, code));
