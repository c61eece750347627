import type { z } from "zod";
import { clientOf } from "#app/db/client.server.ts";
import { describeEntry } from "#app/domain/money/describeEntry.ts";
import { dayOf } from "#app/platform/calendar.ts";
import type { StaffContext } from "#app/platform/context.ts";
import { like } from "./organisations.server.ts";
import type { entryQuery } from "./schemas.ts";

const pageSize = 25;
const dayMs = 86_400_000;

export interface EntryRow {
  id: string;
  orgId: string;
  businessName: string;
  kind: string;
  description: string;
  createdAt: Date;
  walletCents: number;
  revenueCents: number;
}

/** The Billing tab from the ledger: balances, revenue by plan and by day of 30 days, and the entries, the newest first. */
export async function getBilling({ ctx, input }: { ctx: StaffContext; input: z.output<typeof entryQuery> }) {
  const since = dayOf(new Date(ctx.clock.now().getTime() - 29 * dayMs));
  return ctx.db.withSystem(async (tx) => {
    const rowsOf = async <Row>(text: string, values: unknown[] = []) =>
      (await clientOf(tx).query<Row>({ text, values })).rows;
    const balances = await rowsOf<{ name: string; cents: number }>(
      "select name, sum(balance_cents)::bigint as cents from ledger_accounts group by 1",
    );
    const byPlan = await rowsOf<{ plan: string; billing: string; organisations: number; cents: number }>(
      `select o.plan_type as plan, o.billing_type as billing, count(distinct o.id)::int as organisations,
          coalesce(sum(r.amount_cents), 0)::bigint as cents
        from organisations o left join revenue_days r on r.org_id = o.id and r.day >= $1::date
        group by 1, 2 order by 4 desc, 1, 2`,
      [since],
    );
    const byDay = await rowsOf<{ day: string; cents: number }>(
      `select to_char(d, 'YYYY-MM-DD') as day, coalesce(sum(r.amount_cents), 0)::bigint as cents
        from generate_series($1::date, $1::date + 29, interval '1 day') d
        left join revenue_days r on r.day = d::date group by d order by d`,
      [since],
    );
    const [open] = await rowsOf<{ holds: number; messages: number; oldest: Date | null }>(
      `select count(*)::int as holds, coalesce(sum(messages - settled_messages - released_messages), 0)::int as messages,
        min(created_at) as oldest from holds where closed_at is null`,
    );
    const entries = await rowsOf<Omit<EntryRow, "description"> & { about: { code: string } }>(
      `select e.id, e.org_id as "orgId", o.name as "businessName", e.kind, e.about, e.created_at as "createdAt",
          coalesce((select amount_cents from postings p where p.org_id = e.org_id and p.entry_id = e.id
            and p.account = 'wallet'), 0)::bigint as "walletCents",
          coalesce((select amount_cents from postings p where p.org_id = e.org_id and p.entry_id = e.id
            and p.account = 'revenue'), 0)::bigint as "revenueCents"
        from journal_entries e join organisations o on o.id = e.org_id
        where ($1::text is null or o.name ilike $1 or e.reference ilike $1
            or coalesce(e.about ->> 'campaign', e.about ->> 'template') ilike $1)
          and ($2::text is null or e.kind = $2)
        order by e.created_at desc, e.id desc limit ${pageSize + 1} offset $3`,
      [
        input.search ? like(input.search) : null,
        input.kind === "all" ? null : input.kind,
        (input.page - 1) * pageSize,
      ],
    );
    const of = (name: string) => balances.find((row) => row.name === name)?.cents ?? 0;
    return {
      revenueCents: of("revenue"),
      walletCents: of("wallet"),
      heldCents: of("held"),
      paidInCents: -of("funding"),
      revenue30Cents: byDay.reduce((sum, { cents }) => sum + cents, 0),
      openHolds: open!,
      byPlan,
      byDay,
      entries: entries.slice(0, pageSize).map(
        ({ about, ...entry }): EntryRow => ({
          ...entry,
          description: describeEntry({ about, recipient: null }),
        }),
      ),
      page: input.page,
      hasMore: entries.length > pageSize,
    };
  });
}
