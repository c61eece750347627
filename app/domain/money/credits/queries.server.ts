import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { describeEntry } from "../describeEntry.ts";
import { allocateCredits } from "./allocateCredits.server.ts";

/** A part of a use, with the credit that paid for it. */
export interface Source {
  creditEntryId: string;
  description: string;
  cents: number;
}

/**
 * The credits that paid for each key: a campaign, a message, or else the entry that used the money.
 * Allocations must be up to date.
 */
export async function paidFrom(tx: Tx, orgId: OrgId, keys: string[]): Promise<Map<string, Source[]>> {
  const { rows } = await tx.execute<{ key: string; id: string; about: { code: string }; cents: number }>(sql`
    select k.key, e.id, e.about, k.cents from (
      select coalesce(a.subject_id, a.use_entry_id) as key, a.credit_entry_id, sum(a.amount_cents)::bigint as cents
      from ledger_allocations a
      where a.org_id = ${orgId} and (a.subject_id in ${keys.length ? keys : [""]} or (a.subject_id is null and a.use_entry_id in ${keys.length ? keys : [""]}))
      group by 1, 2
    ) k join journal_entries e on e.org_id = ${orgId} and e.id = k.credit_entry_id
    order by e.id`);
  const found = new Map<string, Source[]>();
  for (const { key, id, about, cents } of rows) {
    const source = { creditEntryId: id, description: describeEntry({ about, recipient: null }), cents };
    found.set(key, [...(found.get(key) ?? []), source]);
  }
  return found;
}

export const walletStatementHeader = () => [
  m.papers_date(),
  m.papers_entry(),
  m.papers_description(),
  m.papers_in_kes(),
  m.papers_remaining_kes(),
  m.papers_out_kes(),
  m.papers_paid_from(),
];

const kes = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));

interface StatementRow extends Record<string, unknown> {
  id: string;
  createdAt: Date;
  about: { code: string };
  inCents: number | null;
  leftCents: number | null;
  outCents: number | null;
  sources: { about: { code: string }; cents: number }[] | null;
}

/**
 * Pages of every entry that added or used money for good, newest first; uses with the credits that paid for
 * them.
 */
export async function* walletStatementPages(ctx: OrgContext) {
  const atOnce = 500;
  await ctx.db.withOrg(ctx.orgId, (tx) => allocateCredits(tx, ctx.orgId));
  for (let before = "~"; ; ) {
    const { rows } = await ctx.db.withOrg(ctx.orgId, (tx) => statementPage(tx, ctx.orgId, before, atOnce));
    yield rows.map((row) => [
      dayOf(new Date(row.createdAt)),
      row.id,
      describeEntry({ about: row.about, recipient: null }),
      kes(row.inCents),
      kes(row.leftCents),
      kes(row.outCents),
      (row.sources ?? [])
        .map(({ about, cents }) => `${describeEntry({ about, recipient: null })} (${kes(cents)})`)
        .join("; "),
    ]);
    if (rows.length < atOnce) return;
    before = rows.at(-1)!.id;
  }
}

const statementPage = (tx: Tx, orgId: OrgId, before: string, atOnce: number) =>
  tx.execute<StatementRow>(sql`
    select e.id, e.created_at as "createdAt", e.about, c.amount_cents as "inCents", c.remaining_cents as "leftCents",
      u.cents as "outCents", u.sources
    from journal_entries e
    left join ledger_credits c on c.org_id = ${orgId} and c.entry_id = e.id
    left join lateral (
      select sum(a.amount_cents)::bigint as cents,
        jsonb_agg(jsonb_build_object('about', s.about, 'cents', a.amount_cents) order by s.id) as sources
      from ledger_allocations a join journal_entries s on s.org_id = ${orgId} and s.id = a.credit_entry_id
      where a.org_id = ${orgId} and a.use_entry_id = e.id
    ) u on true
    where e.org_id = ${orgId} and e.id < ${before} and (c.entry_id is not null or u.cents is not null)
    order by e.id desc limit ${atOnce}`);
