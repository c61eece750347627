import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bookMembers } from "#app/db/schema/sales/books.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { monthWords } from "#app/platform/time/calendar.ts";
import { addMonths } from "./days.ts";
import { bookLimits } from "./fieldRules.ts";
import { findMember, lockBook } from "./find.server.ts";
import type { NewDues } from "./schemas.ts";
import { writeDues } from "./write.server.ts";

/**
 * Creates a due for a member, a group, the contacts with a tag, or all members; `times` repeats it a month apart, each
 * with its month in its label. Known ones are skipped. @throws DomainError `book.not_found`, `book.archived`,
 * `book_member.not_found`, `due.no_members`, `due.taken`
 */
export const createDues = ({
  ctx,
  input: { bookId, times, ...input },
}: Call<NewDues & { bookId: string }>): Promise<{ created: number; skipped: number }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await lockBook(tx, ctx.orgId, bookId);
    const members = await membersOf(tx, ctx, bookId, input);
    if (members.length === 0 || members.length * times > bookLimits.rows)
      throw salesError("due.no_members", { values: { most: formatCount(bookLimits.rows) } });
    const days = Array.from({ length: times }, (_, index) => addMonths(input.dueOn, index));
    const labelOf = (day: string) =>
      times === 1 ? input.label : `${input.label}, ${monthWords(day.slice(0, 7))}`;
    const wanted = days.flatMap((dueOn) =>
      members.map(({ id: memberId, contactId }) => ({
        ...{ memberId, contactId, dueOn },
        ...{ label: labelOf(dueOn), amountCents: input.amount },
      })),
    );
    const written = await writeDues(tx, ctx, book, wanted);
    if (written.length === 0) throw salesError("due.taken");
    return { created: written.length, skipped: wanted.length - written.length };
  });

/** The members that a due is for; those whose contact was erased get none. */
async function membersOf(
  tx: Tx,
  { orgId }: OrgContext,
  bookId: string,
  { to, memberId }: Pick<NewDues, "to" | "memberId">,
) {
  if (memberId !== "") return [await findMember(tx, orgId, { bookId, memberId })];
  return tx
    .select({ id: bookMembers.id, contactId: bookMembers.contactId })
    .from(bookMembers)
    .where(
      and(
        eq(bookMembers.orgId, orgId),
        eq(bookMembers.bookId, bookId),
        sql`${bookMembers.contactId} is not null`,
        among(orgId, to),
      ),
    )
    .orderBy(bookMembers.id)
    .limit(bookLimits.rows);
}

function among(orgId: OrgContext["orgId"], to: string): SQL | undefined {
  const [, kind, value = ""] = /^(group|tag):(.*)$/s.exec(to) ?? [];
  if (kind === "group") return eq(bookMembers.groupName, value);
  if (kind === "tag")
    return sql`exists (select 1 from contact_tags t where t.org_id = ${orgId} and t.tag = ${value}
      and t.contact_id = ${bookMembers.contactId})`;
  return undefined;
}
