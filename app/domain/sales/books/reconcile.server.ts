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
with kept as (
  select sum(received_cents) as received, sum(listed_cents) as listed, sum(parts_cents) as parts, sum(unmatched_cents) as unmatched,
    sum(received_cents - allocated_cents - refunded_cents - unmatched_cents) as credit
  from till_days where org_id = $1 and till_id = $2
    and day >= ($3::timestamptz at time zone 'Africa/Nairobi')::date and day < ($4::timestamptz at time zone 'Africa/Nairobi')::date
), parts as (
  select a.amount_cents, a.payment_id from dues d join payment_allocations a on a.org_id = $1 and a.target_id = d.id
  where d.org_id = $1 and d.book_id = $5
  union all
  select a.amount_cents, a.payment_id from dues d
  join payment_requests r on r.org_id = $1 and r.source_id = d.id and r.source = 'book'
  join payment_allocations a on a.org_id = $1 and a.target_id = r.id
  where d.org_id = $1 and d.book_id = $5
), book as (
  select coalesce(sum(a.amount_cents), 0) as allocated,
    coalesce(sum(a.amount_cents) filter (where p.till_id = $2 and p.paid_at >= $3 and p.paid_at < $4), 0) as cents
  from parts a join till_payments p on p.org_id = $1 and p.id = a.payment_id
)
select coalesce(received, 0)::float8 as "receivedCents", coalesce(listed, 0)::float8 as "listedCents",
  book.cents::float8 as "bookCents", (coalesce(parts, 0) - book.cents)::float8 as "otherCents",
  coalesce(credit, 0)::float8 as "creditCents", coalesce(unmatched, 0)::float8 as "unmatchedCents",
  (select coalesce(sum(f.amount_cents), 0)::float8 from payment_refunds f
    join till_payments p on p.org_id = $1 and p.id = f.payment_id and p.till_id = $2 and p.paid_at >= $3 and p.paid_at < $4
    where f.org_id = $1 and f.state = 'done') as "refundedCents",
  (select coalesce(sum(paid_cents), 0)::float8 from dues where org_id = $1 and book_id = $5) as "paidCents",
  book.allocated::float8 as "allocatedCents"
from kept, book`;

/**
 * Splits the payments of a till between the beginnings of two days in Kenya, by the sums of its days. Each part has its own
 * rows: allocations, refunds, and what payments have left.
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
