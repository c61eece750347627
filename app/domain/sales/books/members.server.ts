import { sql } from "drizzle-orm";
import { bookMembers } from "#app/db/schema/sales/books.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { bookMemberAdded } from "#app/domain/sales/events.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { findBook, lockBook } from "./find.server.ts";

interface NewMember {
  bookId: string;
  contactId: string;
  label: string;
  number: string;
  groupName: string;
}

/** @throws DomainError `book.not_found`, `book.archived`, `contact.not_found`, `book_member.taken` */
export const addMember = ({ ctx, input }: Call<NewMember>): Promise<{ bookMemberId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await lockBook(tx, ctx.orgId, input.bookId);
    const contact = await findContact(tx, ctx.orgId, input.contactId);
    const now = ctx.clock.now();
    const [member] = await tx
      .insert(bookMembers)
      .values({ ...input, orgId: ctx.orgId, id: newId("bkm", now.getTime()), createdAt: now })
      .onConflictDoNothing()
      .returning({ id: bookMembers.id });
    if (!member) throw salesError("book_member.taken");
    await record(tx, ctx, bookMemberAdded, {
      subject: member.id,
      data: { ...(await personOf(tx, ctx, contact.id)), book: book.name, member: input.label },
    });
    return { bookMemberId: member.id };
  });

const most = 10_000;

/** The contacts with a tag that are not members of the book yet. */
const newWithTag = (orgId: OrgContext["orgId"], bookId: string, tag: string) => sql`
  from contact_tags t where t.org_id = ${orgId} and t.tag = ${tag}
    and not exists (select 1 from book_members b
      where b.org_id = ${orgId} and b.book_id = ${bookId} and b.contact_id = t.contact_id)`;

/** How many members `addTagged` would add. @throws DomainError `book.not_found` */
export const countTagged = ({
  ctx: { db, orgId },
  input: { bookId, tag },
}: Call<{ bookId: string; tag: string }>): Promise<{ toAdd: number }> =>
  db.withOrg(orgId, async (tx) => {
    await findBook(tx, orgId, bookId);
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from (select 1 ${newWithTag(orgId, bookId, tag)} limit ${most}) found`,
    );
    return { toAdd: rows[0]!.count };
  });

/** Adds the contacts with a tag that are not members yet. @throws DomainError `book.not_found`, `book.archived`, `book_member.none_new` */
export const addTagged = ({
  ctx,
  input: { bookId, tag, groupName },
}: Call<{ bookId: string; tag: string; groupName: string }>): Promise<{ added: number }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name: book } = await lockBook(tx, ctx.orgId, bookId);
    const { orgId } = ctx;
    const { rows } = await tx.execute<{ id: string; contact_id: string }>(sql`
      insert into book_members (org_id, id, book_id, contact_id, group_name, created_at)
      select ${orgId}, new_id('bkm'), ${bookId}, t.contact_id, ${groupName}, ${ctx.clock.now().toISOString()}
      ${newWithTag(orgId, bookId, tag)}
      order by t.contact_id limit ${most}
      on conflict do nothing returning id, contact_id`);
    if (rows.length === 0) throw salesError("book_member.none_new");
    await record(tx, ctx, bookMemberAdded, {
      subject: bookId,
      data: { contactId: null, contact: String(rows.length), phone: null, book, member: tag },
    });
    return { added: rows.length };
  });
