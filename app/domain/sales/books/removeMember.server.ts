import { and, eq, inArray, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { bookMembers, dues } from "#app/db/schema/sales/books.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { record, recordAll } from "#app/domain/record/record.server.ts";
import { factsOfDues } from "#app/domain/sales/dues/facts.server.ts";
import { endRequestsOf } from "#app/domain/sales/dues/requests.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { bookMemberRemoved, dueCancelled } from "#app/domain/sales/events.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { findMember, lockBook } from "./find.server.ts";

/**
 * Removes a member with its dues, whose requests end. One with payments stays: what was paid needs its dues.
 * @throws DomainError `book.not_found`, `book.archived`, `book_member.not_found`, `book_member.paid`,
 * `payment_request.prompt_open`
 */
export const removeMember = ({
  ctx,
  input: { bookId, memberId },
}: Call<{ bookId: string; memberId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    const book = await lockBook(tx, ctx.orgId, bookId);
    const member = await findMember(tx, ctx.orgId, { bookId, memberId });
    const ofMember = and(eq(dues.orgId, ctx.orgId), eq(dues.memberId, memberId));
    const owed = await tx.select().from(dues).where(ofMember).orderBy(dues.id).for("update");
    const ids = owed.map(({ id }) => id);
    await refuseIfPaid(tx, ctx, ids);
    await endRequestsOf(tx, ctx, ids);
    const facts = await factsOfDues(tx, ctx.orgId, owed);
    const ended = owed.filter(({ cancelledAt }) => cancelledAt === null);
    await recordAll(
      tx,
      ctx,
      dueCancelled,
      ended.map((due) => ({ subject: due.id, data: facts(due) })),
    );
    await record(tx, ctx, bookMemberRemoved, {
      subject: memberId,
      data: { ...(await personOf(tx, ctx, member.contactId)), book: book.name, member: member.label },
    });
    await tx.delete(dues).where(ofMember);
    await tx.delete(bookMembers).where(and(eq(bookMembers.orgId, ctx.orgId), eq(bookMembers.id, memberId)));
    notifyPages(tx, ctx.orgId, "payments");
  });

/** A prompt on a phone may still bring money. */
async function refuseIfPaid(tx: Tx, { orgId }: OrgContext, dueIds: readonly string[]): Promise<void> {
  const { rows } = await clientOf(tx).query({
    name: "paid-dues-of-member",
    text: `select 1 from payment_allocations a where a.org_id = $1 and (a.target_id = any($2::text[])
      or a.target_id in (select r.id from payment_requests r
        where r.org_id = $1 and r.source = 'book' and r.source_id = any($2::text[]))) limit 1`,
    values: [orgId, dueIds],
  });
  if (rows.length > 0) throw salesError("book_member.paid");
  const [prompted] = await tx
    .select({ found: sql`1` })
    .from(paymentRequests)
    .where(
      and(
        ...[eq(paymentRequests.orgId, orgId), isAnyOf(paymentRequests.sourceId, dueIds)],
        ...[eq(paymentRequests.source, "book"), inArray(paymentRequests.state, ["prompted", "unknown"])],
      ),
    )
    .limit(1);
  if (prompted) throw salesError("payment_request.prompt_open");
}
