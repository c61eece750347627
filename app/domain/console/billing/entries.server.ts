import type { z } from "zod";
import { queryRows } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { describeEntry } from "#app/domain/money/describeEntry.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { pageSize } from "#app/platform/pageOf.ts";
import { type entryQuery, moneyKinds } from "./schemas.ts";

export interface EntryRow {
  id: string;
  orgId: string;
  businessName: string;
  kind: string;
  description: string;
  createdAt: Date;
  walletCents: number;
  revenueCents: number;
  isReversed: boolean;
}

type Query = z.output<typeof entryQuery>;

const kindsOf = (kind: Query["kind"]): readonly string[] | null =>
  kind === "all" ? null : kind === "money" ? moneyKinds : [kind];

async function readEntries(ctx: StaffContext, input: Query, limit: number, offset: number) {
  const cents = (account: string) =>
    `coalesce((select amount_cents from postings p where p.org_id = e.org_id and p.entry_id = e.id
      and p.account = '${account}'), 0)::bigint`;
  const rows = await ctx.db.withSystem((tx) =>
    queryRows<Omit<EntryRow, "description"> & { about: { code: string } }>(
      tx,
      `select e.id, e.org_id as "orgId", o.name as "businessName", e.kind, e.about, e.created_at as "createdAt",
          ${cents("wallet")} as "walletCents", ${cents("revenue")} as "revenueCents",
          exists (select 1 from journal_entries r where r.org_id = e.org_id and r.reference = 'reversal:' || e.id) as "isReversed"
        from journal_entries e join organisations o on o.id = e.org_id
        where ($1::text is null or o.name ilike $1 or e.reference ilike $1
            or concat_ws(' ', e.about ->> 'campaign', e.about ->> 'template', e.about ->> 'invoice', e.about ->> 'receipt') ilike $1)
          and ($2::text[] is null or e.kind = any($2))
        order by e.created_at desc, e.id desc limit $3 offset $4`,
      [input.search ? containing(input.search) : null, kindsOf(input.kind), limit, offset],
    ),
  );
  return rows.map(
    ({ about, ...entry }): EntryRow => ({ ...entry, description: describeEntry({ about, recipient: null }) }),
  );
}

/** Entries of the ledger, the newest first. */
export async function listEntries({ ctx, input }: Call<Query, StaffContext>) {
  const entries = await readEntries(ctx, input, pageSize + 1, (input.page - 1) * pageSize);
  return {
    entries: entries.slice(0, pageSize),
    page: input.page,
    pages: input.page + (entries.length > pageSize ? 1 : 0),
  };
}

/** The same for a file, page by page. */
export async function* entryPages(ctx: StaffContext, input: Query) {
  const atOnce = 500;
  for (let offset = 0; ; offset += atOnce) {
    const rows = await readEntries(ctx, input, atOnce, offset);
    yield rows;
    if (rows.length < atOnce) return;
  }
}
