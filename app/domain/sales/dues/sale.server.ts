import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { bookMembers, books } from "#app/db/schema/sales/books.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { queueSales, type Sale } from "#app/domain/sales/tax/queue.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Due } from "./facts.server.ts";
import type { DuePart } from "./spread.ts";

/** Queues the invoices of parts of payments that paid dues, one for each, in books with a VAT class. */
export const queueDueSales = (
  tx: Tx,
  ctx: OrgContext,
  parts: readonly DuePart[],
  dues: readonly Due[],
): Promise<void> =>
  queueSales(tx, ctx, async () => {
    const byId = new Map(dues.map((due) => [due.id, due]));
    const paid = parts.flatMap((part) => ({ ...part, due: byId.get(part.dueId) }));
    const taxed = await taxedMembers(tx, ctx, [...new Set(paid.flatMap(({ due }) => due?.memberId ?? []))]);
    return paid.flatMap(({ due, dueId: subjectId, paymentId, cents: totalCents }): Sale[] => {
      const found = due && taxed.get(due.memberId);
      if (!found) return [];
      const { book, vatClass, customerPin } = found;
      const description = `${due.label}, ${book}`;
      const lines = [{ description, quantity: 1, vatClass, totalCents }];
      return [{ subjectId, paymentId, customerPin, lines, isPart: true }];
    });
  });

/** Members of books whose dues get invoices. Their names are not sent to KRA. */
async function taxedMembers(tx: Tx, { orgId }: OrgContext, ids: readonly string[]) {
  const rows = await tx
    .select({
      ...{ id: bookMembers.id, book: books.name, vatClass: books.vatClass },
      customerPin: contacts.kraPin,
    })
    .from(bookMembers)
    .innerJoin(books, and(eq(books.orgId, orgId), eq(books.id, bookMembers.bookId)))
    .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, bookMembers.contactId)))
    .where(and(eq(bookMembers.orgId, orgId), isAnyOf(bookMembers.id, ids), isNotNull(books.vatClass)));
  return new Map(rows.map(({ id, vatClass, ...row }) => [id, { ...row, vatClass: vatClass! }]));
}
