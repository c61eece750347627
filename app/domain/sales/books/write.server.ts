import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { dues } from "#app/db/schema/sales/books.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { type Due, factsOfDues } from "#app/domain/sales/dues/facts.server.ts";
import { dueCreated } from "#app/domain/sales/events.ts";
import { takeCredit } from "#app/domain/sales/payments/takeCredit.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import type { Book } from "./find.server.ts";
import { penaltyDay } from "./penalty.ts";

export interface NewDue {
  memberId: string;
  contactId: string | null;
  label: string;
  amountCents: number;
  dueOn: string;
}

const rowsPerStatement = 1000;

/**
 * Writes dues of a book, which is locked: a member has one of a label and day. Contacts with credit at the till pay
 * with it. Returns the new ones.
 */
export async function writeDues(
  tx: Tx,
  ctx: OrgContext,
  book: Book,
  wanted: readonly NewDue[],
): Promise<Due[]> {
  await lockPayments(tx, ctx.orgId);
  const now = ctx.clock.now();
  const createdOn = dayOf(now);
  const rows = wanted.map((due) => ({
    ...due,
    ...{ orgId: ctx.orgId, id: newId("due", now.getTime()), bookId: book.id, tillId: book.tillId },
    ...{ nextPenaltyOn: penaltyDay(book, { dueOn: due.dueOn, createdOn, penalties: 0 }), createdAt: now },
  }));
  const written: Due[] = [];
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    written.push(...(await writeSome(tx, ctx, rows.slice(at, at + rowsPerStatement))));
  const contactIds = [...new Set(written.flatMap(({ contactId }) => contactId ?? []))];
  if (contactIds.length > 0) await takeCredit(tx, ctx, { tillId: book.tillId, contactIds });
  if (written.length > 0) notifyPages(tx, ctx.orgId, "payments");
  return written;
}

async function writeSome(tx: Tx, ctx: OrgContext, rows: (typeof dues.$inferInsert)[]): Promise<Due[]> {
  const written = await tx.insert(dues).values(rows).onConflictDoNothing().returning();
  const facts = await factsOfDues(tx, ctx.orgId, written);
  await recordAll(
    tx,
    ctx,
    dueCreated,
    written.map((due) => ({ subject: due.id, data: facts(due) })),
  );
  return written;
}
