import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { organisations } from "#app/db/schema/identity.ts";
import { type EntryKind, journalEntries, platformBook, postings } from "#app/db/schema/money.ts";
import { mpesaReceipts, mpesaReversals } from "#app/db/schema/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { describeEntry } from "../describeEntry.ts";
import { obstacleOf } from "./mayReverse.ts";
import type { entrySearch } from "./schemas.ts";

const aPage = 25;
type Reads = Pick<Services, "db">;

/** What a search for `%` must not find. */
const like = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Entries that moved money into or out of wallets but for messages, newest first, by receipt, business or text. */
export async function searchEntries(services: Reads, { search, page }: z.output<typeof entrySearch>) {
  const { rows } = await services.db.systemReads.execute<{
    orgId: OrgId;
    id: string;
    business: string;
    kind: EntryKind;
    about: { code: string };
    createdAt: Date;
    walletCents: number;
    isReversed: boolean;
  }>(sql`
    select e.org_id as "orgId", e.id, o.name as business, e.kind, e.about, e.created_at as "createdAt", p.amount_cents as "walletCents",
      exists (select 1 from journal_entries r where r.org_id = e.org_id and r.reference = 'reversal:' || e.id) as "isReversed"
    from journal_entries e join organisations o on o.id = e.org_id
    join postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account = 'wallet'
    where e.kind in ('top_up', 'claim', 'refund', 'adjustment', 'invoice_paid', 'reversal')
      and (${search} = '' or o.name ilike ${like(search)} or e.reference ilike ${like(search)} or e.about ->> 'receipt' ilike ${like(search)})
    order by e.created_at desc, e.id desc limit ${aPage + 1} offset ${(page - 1) * aPage}`);
  return {
    entries: rows.slice(0, aPage).map(({ about, ...row }) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      description: describeEntry({ about, recipient: null }),
    })),
    page,
    hasMore: rows.length > aPage,
  };
}

/** One entry with its lines in all books, and why it is not reversed by hand, if so. */
export async function getEntry(services: Reads, { orgId, entryId }: { orgId: string; entryId: string }) {
  const db = services.db.systemReads;
  const [found] = await db
    .select({ entry: journalEntries, business: organisations.name })
    .from(journalEntries)
    .innerJoin(organisations, eq(organisations.id, journalEntries.orgId))
    .where(and(eq(journalEntries.orgId, orgId as OrgId), eq(journalEntries.id, entryId)));
  if (!found) throw notFound("Entry");
  const { entry, business } = found;
  const [lines, [reversal]] = await Promise.all([
    db.select().from(postings).where(eq(postings.entryId, entryId)).orderBy(asc(postings.account)),
    db
      .select()
      .from(journalEntries)
      .where(and(eq(journalEntries.orgId, entry.orgId), eq(journalEntries.reference, `reversal:${entryId}`))),
  ]);
  return {
    entry: {
      orgId: entry.orgId,
      id: entry.id,
      kind: entry.kind,
      business,
      reference: entry.reference,
      createdAt: entry.createdAt,
      description: describeEntry({ about: entry.about, recipient: null }),
    },
    lines: lines.map((line) => ({
      book: line.orgId === platformBook ? ("platform" as const) : ("organisation" as const),
      account: line.account,
      amountCents: line.amountCents,
      balanceAfterCents: line.balanceAfterCents,
    })),
    reversedBy: reversal ? describeEntry({ about: reversal.about, recipient: null }) : null,
    obstacle: obstacleOf(entry) ?? null,
    /** Where the money can also be given back to its payer. */
    mpesaReceipt: await mpesaReceiptOf(services, entry.about),
  };
}

async function mpesaReceiptOf(services: Reads, about: { code: string }): Promise<string | null> {
  const { method, receipt } = about as { method?: string; receipt?: string | null };
  if (method !== "mpesa" || !receipt) return null;
  const [found] = await services.db.systemReads
    .select({ receipt: mpesaReceipts.receipt, state: mpesaReceipts.state })
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.receipt, receipt));
  return found && found.state !== "reversed" ? found.receipt : null;
}

/** A receipt of M-Pesa with whose it is and the reversals that were tried. */
export async function getReceipt(services: Reads, code: string) {
  const db = services.db.systemReads;
  const [receipt] = await db
    .select({ receipt: mpesaReceipts, business: organisations.name })
    .from(mpesaReceipts)
    .leftJoin(organisations, eq(organisations.id, mpesaReceipts.orgId))
    .where(eq(mpesaReceipts.receipt, code));
  if (!receipt) throw notFound("Payment");
  const reversals = await db
    .select()
    .from(mpesaReversals)
    .where(eq(mpesaReversals.receipt, code))
    .orderBy(desc(mpesaReversals.id));
  return { ...receipt, reversals };
}

/** The newest reversals, for staff. */
export const listReversals = async (services: Reads) => ({
  reversals: await services.db.systemReads
    .select({ reversal: mpesaReversals, business: organisations.name })
    .from(mpesaReversals)
    .leftJoin(organisations, eq(organisations.id, mpesaReversals.orgId))
    .orderBy(desc(mpesaReversals.id))
    .limit(30),
});
