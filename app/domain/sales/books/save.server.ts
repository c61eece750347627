import { books } from "#app/db/schema/sales/books.ts";
import { record } from "#app/domain/record/record.server.ts";
import { bookArchived, bookChanged, bookCreated } from "#app/domain/sales/events.ts";
import { lockConnected } from "#app/domain/sales/tills/find.server.ts";
import type { Call } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { findBook, lockBook, ofBook } from "./find.server.ts";
import { replanPenalties } from "./penaltyPlan.server.ts";
import { type BookFields, penaltyValueOf } from "./schemas.ts";

const rowOf = ({ penaltyValue, penaltyMax: penaltyMaxCents, ...fields }: BookFields) => ({
  ...fields,
  penaltyMaxCents,
  penaltyValue: penaltyValueOf({ penaltyKind: fields.penaltyKind, penaltyValue }) ?? 0,
});

/** A book keeps its till: its dues are paid there. @throws DomainError `till.not_found`, `till.removed` */
export const createBook = ({
  ctx,
  input: { tillId, ...input },
}: Call<BookFields & { tillId: string }>): Promise<{ bookId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const till = await lockConnected(tx, ctx.orgId, tillId);
    const now = ctx.clock.now();
    const bookId = newId("bok", now.getTime());
    await tx
      .insert(books)
      .values({ ...rowOf(input), orgId: ctx.orgId, id: bookId, tillId: till.id, createdAt: now });
    await record(tx, ctx, bookCreated, { subject: bookId, data: { book: input.name } });
    return { bookId };
  });

/** A changed penalty applies to days that are still to come. @throws DomainError `book.not_found`, `book.archived` */
export const updateBook = ({
  ctx,
  input: { bookId, ...input },
}: Call<BookFields & { bookId: string }>): Promise<{ bookId: string }> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockBook(tx, ctx.orgId, bookId);
    const row = rowOf(input);
    await tx
      .update(books)
      .set({ ...row, updatedAt: ctx.clock.now() })
      .where(ofBook(ctx.orgId, bookId));
    await replanPenalties(tx, ctx, bookId, row);
    await record(tx, ctx, bookChanged, { subject: bookId, data: { book: input.name } });
    return { bookId };
  });

/** Closes a book: no new dues and no penalties; payments still pay its open dues. @throws DomainError `book.not_found` */
export const archiveBook = ({ ctx, input: { bookId } }: Call<{ bookId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const book = await findBook(tx, ctx.orgId, bookId);
    if (book.archivedAt !== null) return;
    const { name } = await lockBook(tx, ctx.orgId, bookId);
    const now = ctx.clock.now();
    await tx.update(books).set({ archivedAt: now, updatedAt: now }).where(ofBook(ctx.orgId, bookId));
    await replanPenalties(tx, ctx, bookId, { penaltyKind: "none", penaltyDays: 0, penaltyRepeat: "once" });
    await record(tx, ctx, bookArchived, { subject: bookId, data: { book: name } });
  });
