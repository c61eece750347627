import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** Where the money of a till's payments in a period is now. */
export interface Reconciliation {
  /** As on the till's statement. */
  receivedCents: number;
  /** How much of it M-Pesa's own list has. */
  listedCents: number;
  bookCents: number;
  otherCents: number;
  creditCents: number;
  unmatchedCents: number;
  refundedCents: number;
  /** What was received without the parts: 0 when they are equal. */
  differenceCents: number;
  /** The sum paid on the book's dues minus the sum of allocations to them: 0 when they are equal. */
  duesDifferenceCents: number;
}

type Sums = Omit<Reconciliation, "differenceCents" | "duesDifferenceCents"> & {
  paidCents: number;
  allocatedCents: number;
};

const statement = `
with paid as (
  select id, state, amount_cents, listed_at, amount_cents - allocated_cents - refunded_cents as left_cents
  from till_payments
  where org_id = $1 and till_id = $2 and paid_at >= $3 and paid_at < $4 and state <> 'unconfirmed'
), parts as (
  select a.amount_cents, coalesce(d.book_id, rd.book_id) as book_id
  from paid p join payment_allocations a on a.org_id = $1 and a.payment_id = p.id
  left join dues d on d.org_id = $1 and d.id = a.target_id
  left join payment_requests r on r.org_id = $1 and r.id = a.target_id and r.source = 'book'
  left join dues rd on rd.org_id = $1 and rd.id = r.source_id
)
select
  (select coalesce(sum(amount_cents), 0)::float8 from paid) as "receivedCents",
  (select coalesce(sum(amount_cents), 0)::float8 from paid where listed_at is not null) as "listedCents",
  (select coalesce(sum(amount_cents), 0)::float8 from parts where book_id = $5) as "bookCents",
  (select coalesce(sum(amount_cents), 0)::float8 from parts where book_id is distinct from $5) as "otherCents",
  (select coalesce(sum(left_cents), 0)::float8 from paid where state <> 'unmatched') as "creditCents",
  (select coalesce(sum(left_cents), 0)::float8 from paid where state = 'unmatched') as "unmatchedCents",
  (select coalesce(sum(f.amount_cents), 0)::float8 from paid p join payment_refunds f
    on f.org_id = $1 and f.payment_id = p.id and f.state = 'done') as "refundedCents",
  (select coalesce(sum(paid_cents), 0)::float8 from dues where org_id = $1 and book_id = $5) as "paidCents",
  (select coalesce(sum(a.amount_cents), 0)::float8 from dues d join payment_allocations a
    on a.org_id = $1 and a.target_id = d.id where d.org_id = $1 and d.book_id = $5)
  + (select coalesce(sum(a.amount_cents), 0)::float8 from dues d
    join payment_requests r on r.org_id = $1 and r.source_id = d.id and r.source = 'book'
    join payment_allocations a on a.org_id = $1 and a.target_id = r.id
    where d.org_id = $1 and d.book_id = $5) as "allocatedCents"`;

/**
 * Splits the payments of a till from `from` to before `until`. Each part is read from its own rows: allocations,
 * refunds, and what payments have left.
 */
export async function reconcile(
  tx: Tx,
  { orgId }: OrgContext,
  { bookId, tillId, from, until }: { bookId: string; tillId: string; from: Date; until: Date },
): Promise<Reconciliation> {
  const { rows } = await clientOf(tx).query<Sums>({
    name: "reconcile-book",
    text: statement,
    values: [orgId, tillId, from, until, bookId],
  });
  const { paidCents, allocatedCents, ...sums } = rows[0]!;
  const { bookCents, otherCents, creditCents, unmatchedCents, refundedCents } = sums;
  const parts = bookCents + otherCents + creditCents + unmatchedCents + refundedCents;
  return {
    ...sums,
    differenceCents: sums.receivedCents - parts,
    duesDifferenceCents: paidCents - allocatedCents,
  };
}
