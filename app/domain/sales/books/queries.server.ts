import { and, asc, eq, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import { dueStateOf, openCents } from "#app/domain/sales/dues/states.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { type Book, findBook } from "./find.server.ts";
import type { MemberFilters } from "./schemas.ts";

const pageSize = 50;

export interface BookTotals {
  members: number;
  dueCents: number;
  paidCents: number;
  openCents: number;
  overdueCents: number;
}

const sums = `coalesce(sum(d.amount_cents) filter (where d.cancelled_at is null), 0)::float8
    + coalesce(sum(d.paid_cents) filter (where d.cancelled_at is not null), 0)::float8 as "dueCents",
  coalesce(sum(d.paid_cents), 0)::float8 as "paidCents",
  coalesce(sum(d.amount_cents - d.paid_cents) filter (where d.cancelled_at is null), 0)::float8 as "openCents",
  coalesce(sum(d.amount_cents - d.paid_cents) filter (where d.cancelled_at is null and d.due_on < $2::date), 0)::float8
    as "overdueCents"`;

type BookRow = BookTotals &
  Pick<Book, "id" | "name" | "kind"> & { till: string; number: string; isArchived: boolean };

/** The books by name, those in use first. What a cancelled due was paid counts as due. */
export const listBooks = (ctx: OrgContext): Promise<{ books: BookRow[] }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { rows } = await clientOf(tx).query<BookRow>({
      name: "list-books",
      text: `select b.id, b.name, b.kind, t.name as till, t.number, b.archived_at is not null as "isArchived",
          (select count(*)::int from book_members m where m.org_id = $1 and m.book_id = b.id) as members, s.*
        from books b join tills t on t.org_id = $1 and t.id = b.till_id
        cross join lateral (select ${sums} from dues d where d.org_id = $1 and d.book_id = b.id) s
        where b.org_id = $1 order by b.archived_at is not null, lower(b.name), b.id limit 200`,
      values: [ctx.orgId, dayOf(ctx.clock.now())],
    });
    return { books: rows };
  });

/** A book with its till. */
export async function readBook(tx: Tx, ctx: OrgContext, bookId: string) {
  const {
    orgId: _,
    archivedAt,
    createdAt: __,
    updatedAt: ___,
    ...book
  } = await findBook(tx, ctx.orgId, bookId);
  const { name, kind, number, removedAt } = await findTill(tx, ctx.orgId, book.tillId);
  return {
    ...book,
    isArchived: archivedAt !== null,
    till: { name, kind, number, isRemoved: removedAt !== null },
  };
}

interface MemberRow {
  id: string;
  contactId: string | null;
  name: string;
  payer: string;
  number: string;
  groupName: string;
  dueCents: number;
  paidCents: number;
  openCents: number;
  overdueCents: number;
}

/** A book, its totals and a page of its members by name. @throws DomainError `book.not_found` */
export const getBook = ({ ctx, input }: Call<MemberFilters & { bookId: string; page: number }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await readBook(tx, ctx, input.bookId);
    const totals = await totalsOf(tx, ctx, input.bookId);
    const { members, count } = await membersOf(tx, ctx, input);
    return { book, totals, members, pages: Math.max(1, Math.ceil(count / pageSize)) };
  });

async function totalsOf(tx: Tx, ctx: OrgContext, bookId: string): Promise<BookTotals> {
  const { rows } = await clientOf(tx).query<BookTotals>({
    name: "book-totals",
    text: `select (select count(*)::int from book_members m where m.org_id = $1 and m.book_id = $3) as members, ${sums}
      from dues d where d.org_id = $1 and d.book_id = $3`,
    values: [ctx.orgId, dayOf(ctx.clock.now()), bookId],
  });
  return rows[0]!;
}

async function membersOf(
  tx: Tx,
  ctx: OrgContext,
  { bookId, q, show, page }: MemberFilters & { bookId: string; page: number },
) {
  const { rows } = await clientOf(tx).query<MemberRow & { count: number }>({
    name: "book-members",
    text: `with found as (
        select m.id, m.contact_id as "contactId", coalesce(nullif(m.label, ''), nullif(c.name, ''), c.phone, '') as name,
          coalesce(nullif(c.name, ''), c.phone, '') as payer, m.number, m.group_name as "groupName"
        from book_members m left join contacts c on c.org_id = $1 and c.id = m.contact_id
        where m.org_id = $1 and m.book_id = $3
          and ($4 = '' or m.label ilike $4 or c.name ilike $4 or m.number ilike $4 or m.group_name ilike $4 or c.phone ilike $4)
          and ($5 = '' or exists (select 1 from dues d where d.org_id = $1 and d.member_id = m.id
            and d.cancelled_at is null and d.paid_cents < d.amount_cents and ($5 = 'open' or d.due_on < $2::date)))
      ), page as (
        select *, count(*) over ()::int as count from found order by lower(name), id limit ${pageSize} offset $6
      )
      select page.*, s.* from page
      cross join lateral (select ${sums} from dues d where d.org_id = $1 and d.member_id = page.id) s
      order by lower(page.name), page.id`,
    values: [
      ...[ctx.orgId, dayOf(ctx.clock.now()), bookId, q === "" ? "" : containing(q), show],
      (page - 1) * pageSize,
    ],
  });
  return { members: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 };
}

/** A book with its groups and the organisation's tags, for the forms. @throws DomainError `book.not_found` */
export const bookChoices = ({ ctx, input: { bookId } }: Call<{ bookId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await readBook(tx, ctx, bookId);
    const groups = await tx
      .selectDistinct({ name: bookMembers.groupName })
      .from(bookMembers)
      .where(
        and(
          eq(bookMembers.orgId, ctx.orgId),
          eq(bookMembers.bookId, bookId),
          sql`${bookMembers.groupName} <> ''`,
        ),
      )
      .orderBy(asc(bookMembers.groupName))
      .limit(200);
    const tags = await usedTags(tx, ctx.orgId);
    return {
      book,
      groups: groups.map(({ name }) => name),
      tags: tags.map(({ tag }) => tag),
    };
  });

const dueColumns = {
  ...{ id: dues.id, kind: dues.kind, label: dues.label, amountCents: dues.amountCents },
  ...{ paidCents: dues.paidCents, dueOn: dues.dueOn, cancelledAt: dues.cancelledAt },
  ...{ memberId: dues.memberId, bookId: dues.bookId, contactId: dues.contactId, createdAt: dues.createdAt },
};
type DueColumns = Pick<typeof dues.$inferSelect, keyof typeof dueColumns>;

/** A due as screens and programs show it. */
export const shownDue = (due: DueColumns, today: string) => ({
  ...due,
  state: dueStateOf(due, today),
  openCents: openCents(due),
});

export { dueColumns };
