import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { bookMembers, books, type dues } from "#app/db/schema/sales/books.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type Due = typeof dues.$inferSelect;

/** Reads the members, contacts and books of dues, and returns the facts of each due's events. */
export async function factsOfDues(tx: Tx, orgId: OrgId, all: readonly Due[]) {
  const members =
    all.length === 0
      ? []
      : await tx
          .select({
            ...{ id: bookMembers.id, label: bookMembers.label, book: books.name },
            ...{ contact: contacts.name, phone: contacts.phone },
          })
          .from(bookMembers)
          .innerJoin(books, and(eq(books.orgId, orgId), eq(books.id, bookMembers.bookId)))
          .leftJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, bookMembers.contactId)))
          .where(
            and(
              eq(bookMembers.orgId, orgId),
              isAnyOf(bookMembers.id, [...new Set(all.map(({ memberId }) => memberId))]),
            ),
          );
  const byId = new Map(members.map((member) => [member.id, member]));
  return ({ contactId, memberId, bookId, kind, label, amountCents, paidCents, dueOn }: Due) => {
    const member = byId.get(memberId);
    return {
      ...{ contactId, contact: member?.contact ?? "", phone: member?.phone ?? null },
      ...{ bookId, book: member?.book ?? "", member: member?.label ?? "", kind, label },
      ...{ amountCents, paidCents, dueOn },
    };
  };
}
