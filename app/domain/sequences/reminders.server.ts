import { and, asc, eq, gte, isNotNull, isNull, lt, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { books, dues } from "#app/db/schema/sales/books.ts";
import { sequences } from "#app/db/schema/sequences/sequences.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { findBook, lockBook, ofBook } from "#app/domain/sales/books/find.server.ts";
import { bookChanged } from "#app/domain/sales/events.ts";
import { type Call, type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { sequencesOn } from "./choices.server.ts";
import { enrolIn, requireOn } from "./enrol.server.ts";
import { remindOfDuesJob } from "./jobs.ts";

const dayMs = 86_400_000;
/** Dues are enrolled a week before their day, so that reminders before it are in time. */
const daysBefore = 7;
const together = 500;

/** The sequence that reminds of a book's dues, and those that are on. @throws DomainError `book.not_found` */
export const reminderChoices = ({ ctx, input }: Call<{ bookId: string }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { reminderSequenceId } = await findBook(tx, ctx.orgId, input.bookId);
    return { reminderSequenceId, sequences: await sequencesOn(tx, ctx) };
  });

/**
 * Switches the reminders of a book on, by a sequence that is on, or off by an empty id.
 * @throws DomainError `book.not_found`, `book.archived`, `sequence.not_found`, `sequence.not_on`
 */
export const setReminders = ({
  ctx,
  input: { bookId, sequenceId },
}: Call<{ bookId: string; sequenceId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { name: book } = await lockBook(tx, ctx.orgId, bookId);
    if (sequenceId !== "") await requireOn(tx, ctx, sequenceId);
    await tx
      .update(books)
      .set({ reminderSequenceId: sequenceId || null, updatedAt: ctx.clock.now() })
      .where(ofBook(ctx.orgId, bookId));
    await record(tx, ctx, bookChanged, { subject: bookId, data: { book } });
  });

/** Enrols the dues whose day comes near, each once, of all organisations. Returns how many. */
export async function remindOfDues(services: Services): Promise<{ enrolled: number }> {
  const found = await services.db.systemReads
    .selectDistinct({ orgId: books.orgId })
    .from(books)
    .where(and(isNotNull(books.reminderSequenceId), isNull(books.archivedAt)));
  let enrolled = 0;
  for (const { orgId } of found)
    enrolled += await remindOf(systemContext(services, orgId, remindOfDuesJob.name));
  return { enrolled };
}

async function remindOf(ctx: OrgContext): Promise<number> {
  let enrolled = 0;
  for (;;) {
    const some = await ctx.db.withOrg(ctx.orgId, (tx) => enrolSome(tx, ctx));
    enrolled += some;
    if (some < together) return enrolled;
  }
}

/** The books that remind now, with their sequences. */
async function remindingBooks(tx: Tx, { orgId }: OrgContext): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: books.id, sequenceId: sequences.id })
    .from(books)
    .innerJoin(sequences, and(eq(sequences.orgId, orgId), eq(sequences.id, books.reminderSequenceId)))
    .where(and(eq(books.orgId, orgId), isNull(books.archivedAt), eq(sequences.state, "on")));
  return new Map(rows.map(({ id, sequenceId }) => [id, sequenceId]));
}

async function enrolSome(tx: Tx, ctx: OrgContext): Promise<number> {
  const now = ctx.clock.now();
  const reminding = await remindingBooks(tx, ctx);
  if (reminding.size === 0) return 0;
  const near = await tx
    .select({ id: dues.id, bookId: dues.bookId, contactId: dues.contactId, dueOn: dues.dueOn })
    .from(dues)
    .where(
      and(
        ...[eq(dues.orgId, ctx.orgId), isNull(dues.remindedAt), isNull(dues.cancelledAt)],
        ...[isNotNull(dues.contactId), eq(dues.kind, "due"), lt(dues.paidCents, dues.amountCents)],
        ...[
          gte(dues.dueOn, dayOf(now)),
          lte(dues.dueOn, dayOf(new Date(now.getTime() + daysBefore * dayMs))),
        ],
        isAnyOf(dues.bookId, [...reminding.keys()]),
      ),
    )
    .orderBy(asc(dues.id))
    .limit(together)
    .for("update");
  const bySequence = Map.groupBy(near, ({ bookId }) => reminding.get(bookId)!);
  for (const [sequenceId, group] of bySequence)
    await enrolIn(
      tx,
      ctx,
      sequenceId,
      group.map(({ id: subjectId, contactId, dueOn }) => ({
        ...{ subjectId, contactId: contactId!, anchorAt: new Date(`${dueOn}T00:00:00+03:00`) },
      })),
      { source: "book" },
    );
  const ids = near.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(dues)
      .set({ remindedAt: now })
      .where(and(eq(dues.orgId, ctx.orgId), isAnyOf(dues.id, ids)));
  return near.length;
}
