import { and, asc, eq, type SQL } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { bookMembers, books, dues } from "#app/db/schema/sales/books.ts";
import { together } from "#app/db/together.server.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { creditOf, creditQuery } from "#app/domain/sales/accounts/creditOf.server.ts";
import { documentsOf } from "#app/domain/sales/tax/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { findMember } from "./find.server.ts";
import { dueColumns, readBook, shownDue } from "./queries.server.ts";

const mostLines = 500;

interface OfMember {
  bookId: string;
  memberId: string;
}

/** A member with its book and payer. */
async function readMember(tx: Tx, ctx: OrgContext, input: OfMember) {
  const book = await readBook(tx, ctx, input.bookId);
  const member = await findMember(tx, ctx.orgId, input);
  const contact = member.contactId === null ? null : await findContact(tx, ctx.orgId, member.contactId);
  const { id, contactId, label, number, groupName } = member;
  const payer = contact ? nameOf(contact.name, contact.phone, contact.username) : "";
  return { book, member: { id, contactId, label, number, groupName, payer } };
}

/** What a member owes and paid. @throws DomainError `book.not_found`, `book_member.not_found` */
export const memberStatement = ({ ctx, input }: Call<OfMember>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { book, member } = await readMember(tx, ctx, input);
    const { contactId } = member;
    return {
      ...{ book, member },
      account: contactId === null ? null : await knownAccount(tx, ctx, { tillId: book.tillId, contactId }),
      ...(await linesOf(tx, ctx, eq(dues.memberId, member.id))),
    };
  });

/**
 * A due of a member with the payments that paid it and their invoices. @throws DomainError `book.not_found`,
 * `book_member.not_found`, `due.not_found`
 */
export const getDue = ({ ctx, input }: Call<OfMember & { dueId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { orgId } = ctx;
    const { dueId, memberId } = input;
    const { book, member } = await readMember(tx, ctx, input);
    const { due, invoices, credit } = await together(tx, {
      due: tx
        .select(dueColumns)
        .from(dues)
        .where(and(eq(dues.orgId, orgId), eq(dues.memberId, memberId), eq(dues.id, dueId))),
      invoices: documentsOf(tx, orgId, dueId),
      credit: creditQuery(tx, orgId, member.contactId),
    });
    if (!due[0]) throw notFound("Due");
    return {
      ...{ book, member, due: shownDue(due[0], dayOf(ctx.clock.now())), invoices },
      payments: await paymentsOf(tx, ctx, due),
      creditCents: credit[0]?.cents ?? 0,
    };
  });

/** What a contact owes and paid, of all its members in all books. @throws DomainError `contact.not_found` */
export const contactStatement = ({ ctx, input }: Call<{ contactId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    return {
      contact: { id: contact.id, name: nameOf(contact.name, contact.phone, contact.username) },
      ...(await linesOf(tx, ctx, eq(dues.contactId, contact.id))),
      creditCents: await creditOf(tx, ctx, contact.id),
    };
  });

/** The number to pay with: reading a page issues none. */
async function knownAccount(
  tx: Tx,
  { orgId }: OrgContext,
  { tillId, contactId }: { tillId: string; contactId: string },
) {
  const { rows } = await clientOf(tx).query<{ number: string }>({
    name: "account-of-member",
    text: "select number from customer_accounts where org_id = $1 and till_id = $2 and contact_id = $3",
    values: [orgId, tillId, contactId],
  });
  return rows[0]?.number ?? null;
}

async function linesOf(tx: Tx, ctx: OrgContext, which: SQL) {
  const { orgId } = ctx;
  const rows = await tx
    .select({ ...dueColumns, member: bookMembers.label, book: books.name })
    .from(dues)
    .innerJoin(bookMembers, and(eq(bookMembers.orgId, orgId), eq(bookMembers.id, dues.memberId)))
    .innerJoin(books, and(eq(books.orgId, orgId), eq(books.id, dues.bookId)))
    .where(and(eq(dues.orgId, orgId), which))
    .orderBy(asc(dues.dueOn), asc(dues.id))
    .limit(mostLines);
  const today = dayOf(ctx.clock.now());
  const shown = rows.map((row) => ({ ...shownDue(row, today), member: row.member, book: row.book }));
  const sum = (of: (due: (typeof shown)[number]) => number) =>
    shown.reduce((cents, due) => cents + of(due), 0);
  return {
    dues: shown,
    payments: await paymentsOf(tx, ctx, rows),
    totals: {
      dueCents: sum(({ paidCents, openCents }) => paidCents + openCents),
      paidCents: sum(({ paidCents }) => paidCents),
      openCents: sum(({ openCents }) => openCents),
      overdueCents: sum(({ state, openCents }) => (state === "overdue" ? openCents : 0)),
    },
  };
}

interface Paid {
  paymentId: string;
  targetId: string;
  receipt: string;
  paidAt: Date;
  amountCents: number;
  label: string;
}

/** The parts of payments that paid dues, directly or by their requests, oldest first. */
async function paymentsOf(tx: Tx, { orgId }: OrgContext, of: readonly { id: string }[]): Promise<Paid[]> {
  if (of.length === 0) return [];
  const { rows } = await clientOf(tx).query<Paid>({
    name: "payments-of-dues",
    text: `with targets as (
        select id as target_id, id as due_id from unnest($2::text[]) as d (id)
        union all
        select r.id, r.source_id from payment_requests r
        where r.org_id = $1 and r.source = 'book' and r.source_id = any($2::text[])
      )
      select p.id as "paymentId", t.target_id as "targetId", p.receipt, p.paid_at as "paidAt", a.amount_cents::float8 as "amountCents", d.label
      from targets t
      join payment_allocations a on a.org_id = $1 and a.target_id = t.target_id
      join till_payments p on p.org_id = $1 and p.id = a.payment_id
      join dues d on d.org_id = $1 and d.id = t.due_id
      order by p.paid_at, p.id, d.due_on limit ${mostLines}`,
    values: [orgId, of.map(({ id }) => id)],
  });
  return rows;
}
