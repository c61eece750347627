import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers, books } from "#app/db/schema/sales/books.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type Book = typeof books.$inferSelect;
export type BookMember = typeof bookMembers.$inferSelect;

export const ofBook = (orgId: OrgId, id: string) => and(eq(books.orgId, orgId), eq(books.id, id));

/** @throws DomainError `book.not_found` */
export async function findBook(tx: Tx, orgId: OrgId, bookId: string): Promise<Book> {
  const [book] = await tx.select().from(books).where(ofBook(orgId, bookId));
  if (!book) throw notFound("Book");
  return book;
}

/** A book that is in use, locked until the transaction ends. @throws DomainError `book.not_found`, `book.archived` */
export async function lockBook(tx: Tx, orgId: OrgId, bookId: string): Promise<Book> {
  const [book] = await tx.select().from(books).where(ofBook(orgId, bookId)).for("update");
  if (!book) throw notFound("Book");
  if (book.archivedAt !== null) throw salesError("book.archived");
  return book;
}

/** @throws DomainError `book_member.not_found` */
export async function findMember(
  tx: Tx,
  orgId: OrgId,
  { bookId, memberId }: { bookId: string; memberId: string },
): Promise<BookMember> {
  const [member] = await tx
    .select()
    .from(bookMembers)
    .where(and(eq(bookMembers.orgId, orgId), eq(bookMembers.bookId, bookId), eq(bookMembers.id, memberId)));
  if (!member) throw notFound("Book member");
  return member;
}

/** Books by their ids. */
export async function booksIn(tx: Tx, orgId: OrgId, ids: readonly string[]): Promise<Map<string, Book>> {
  const rows = await tx
    .select()
    .from(books)
    .where(and(eq(books.orgId, orgId), isAnyOf(books.id, ids)));
  return new Map(rows.map((book) => [book.id, book]));
}
