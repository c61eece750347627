import { and, eq, sql } from "drizzle-orm";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { type ContactTable, leftOutAs } from "#app/domain/record/contactTables.ts";

const memberColumns = {
  ...{ label: bookMembers.label, number: bookMembers.number, group: bookMembers.groupName },
  createdAt: bookMembers.createdAt,
};
const dueColumns = {
  ...{ kind: dues.kind, label: dues.label, amountCents: dues.amountCents, paidCents: dues.paidCents },
  ...{ dueOn: dues.dueOn, cancelledAt: dues.cancelledAt, createdAt: dues.createdAt },
};

const withNumbers = "Emptied with the account numbers, in one statement";

/** What a contact owes, for itself or for a pupil. Books are kept; names go. */
export const bookContactData: readonly ContactTable[] = [
  {
    table: bookMembers,
    onExport: {
      name: "book_members",
      columns: memberColumns,
      leftOut: leftOutAs("How it is kept", "orgId", "id", "bookId", "contactId"),
      read: (tx, { orgId, contactId }) =>
        tx
          .select(memberColumns)
          .from(bookMembers)
          .where(and(eq(bookMembers.orgId, orgId), eq(bookMembers.contactId, contactId))),
    },
    onErase: withNumbers,
    async onMerge(tx, { orgId, keptId, goneId }) {
      // Both may be members with one name: the second gets a mark, so that its dues stay apart.
      await tx.execute(sql`
        update book_members b set contact_id = ${keptId}, label = case when exists (
          select 1 from book_members k where k.org_id = ${orgId} and k.book_id = b.book_id
            and k.contact_id = ${keptId} and k.label = b.label and k.number = b.number)
          then b.label || ' (' || right(b.id, 4) || ')' else b.label end
        where b.org_id = ${orgId} and b.contact_id = ${goneId}`);
    },
  },
  {
    table: dues,
    onExport: {
      name: "dues",
      columns: dueColumns,
      leftOut: {
        ...leftOutAs("How it is kept", "orgId", "id", "bookId", "memberId", "contactId", "tillId"),
        ...leftOutAs(
          "How it is kept",
          "penalisedId",
          "period",
          "penalties",
          "nextPenaltyOn",
          "remindedAt",
          "updatedAt",
        ),
      },
      read: (tx, { orgId, contactId }) =>
        tx
          .select(dueColumns)
          .from(dues)
          .where(and(eq(dues.orgId, orgId), eq(dues.contactId, contactId))),
    },
    onErase: withNumbers,
    async onMerge(tx, { orgId, keptId, goneId }) {
      await tx.execute(
        sql`update dues set contact_id = ${keptId} where org_id = ${orgId} and contact_id = ${goneId}`,
      );
    },
  },
];
