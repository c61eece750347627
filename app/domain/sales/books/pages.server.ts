import { and, asc, desc, eq, isNull, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers, books, dues } from "#app/db/schema/sales/books.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { lockBook } from "./find.server.ts";
import { dueColumns, shownDue } from "./queries.server.ts";
import { writeDues } from "./write.server.ts";

const columns = { ...dueColumns, member: bookMembers.label, memberNumber: bookMembers.number };

const from = (tx: Tx, orgId: OrgId) =>
  tx
    .select(columns)
    .from(dues)
    .innerJoin(bookMembers, and(eq(bookMembers.orgId, orgId), eq(bookMembers.id, dues.memberId)))
    .$dynamic();

const todayOf = (ctx: OrgContext) => dayOf(ctx.clock.now());
type Row = Awaited<ReturnType<typeof from>>[number];
const shown = ({ member, memberNumber, ...due }: Row, today: string) => ({
  ...shownDue(due, today),
  ...{ member, memberNumber },
});

/** Dues for programs, newest first, one more than `limit`. */
export const pageOfDues = ({
  ctx,
  input,
}: Call<{
  limit: number;
  after?: string | undefined;
  contactId?: string | undefined;
  bookId?: string | undefined;
}>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await from(tx, ctx.orgId)
      .where(
        and(
          eq(dues.orgId, ctx.orgId),
          input.contactId === undefined ? undefined : eq(dues.contactId, input.contactId),
          input.bookId === undefined ? undefined : eq(dues.bookId, input.bookId),
          input.after === undefined ? undefined : lt(dues.id, input.after),
        ),
      )
      .orderBy(desc(dues.id))
      .limit(input.limit + 1);
    return rows.map((row) => shown(row, todayOf(ctx)));
  });

/** A due for programs. @throws DomainError `due.not_found` */
export const readDue = ({ ctx, input }: Call<{ dueId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await from(tx, ctx.orgId).where(and(eq(dues.orgId, ctx.orgId), eq(dues.id, input.dueId)));
    if (!rows[0]) throw notFound("Due");
    return shown(rows[0], todayOf(ctx));
  });

/** The books that take dues, for programs. */
export const openBooks = (ctx: OrgContext) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        id: books.id,
        name: books.name,
        kind: books.kind,
        tillId: books.tillId,
        createdAt: books.createdAt,
      })
      .from(books)
      .where(and(eq(books.orgId, ctx.orgId), isNull(books.archivedAt)))
      .orderBy(asc(books.createdAt), asc(books.id))
      .limit(200),
  );

interface OneDue {
  bookId: string;
  contactId: string;
  member: string;
  memberNumber: string;
  label: string;
  amountCents: number;
  dueOn: string;
}

/**
 * Creates a due of a contact, as a member of the book if it is none yet. A known one, by member, label and day, is
 * returned as it is. @throws DomainError `book.not_found`, `book.archived`, `contact.not_found`
 */
export const createDue = ({ ctx, input }: Call<OneDue>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await lockBook(tx, ctx.orgId, input.bookId);
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    const memberId = await memberFor(tx, ctx, { ...input, contactId: contact.id });
    const { label, amountCents, dueOn } = input;
    await writeDues(tx, ctx, book, [{ memberId, contactId: contact.id, label, amountCents, dueOn }]);
    const rows = await from(tx, ctx.orgId)
      .where(
        and(
          ...[eq(dues.orgId, ctx.orgId), eq(dues.memberId, memberId), eq(dues.label, label)],
          ...[eq(dues.dueOn, dueOn), eq(dues.kind, "due")],
        ),
      )
      .orderBy(desc(dues.id))
      .limit(1);
    return shown(rows[0]!, todayOf(ctx));
  });

async function memberFor(
  tx: Tx,
  ctx: OrgContext,
  { bookId, contactId, member: label, memberNumber: number }: OneDue,
): Promise<string> {
  const now = ctx.clock.now();
  const [made] = await tx
    .insert(bookMembers)
    .values({
      orgId: ctx.orgId,
      id: newId("bkm", now.getTime()),
      bookId,
      contactId,
      label,
      number,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: bookMembers.id });
  if (made) return made.id;
  const [known] = await tx
    .select({ id: bookMembers.id })
    .from(bookMembers)
    .where(
      and(
        ...[eq(bookMembers.orgId, ctx.orgId), eq(bookMembers.bookId, bookId)],
        ...[
          eq(bookMembers.contactId, contactId),
          eq(bookMembers.label, label),
          eq(bookMembers.number, number),
        ],
      ),
    );
  return known!.id;
}
