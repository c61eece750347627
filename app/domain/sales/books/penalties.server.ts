import { and, asc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { dues } from "#app/db/schema/sales/books.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { type Due, factsOfDues } from "#app/domain/sales/dues/facts.server.ts";
import { dueCreated } from "#app/domain/sales/events.ts";
import { addPenaltiesJob } from "#app/domain/sales/jobs.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { type Book, booksIn } from "./find.server.ts";
import { penaltyCents, penaltyDay } from "./penalty.ts";

const together = 500;

/** Adds the penalties whose day has come, of all organisations: each due and period once. Returns how many. */
export async function addPenalties(services: Services): Promise<{ added: number }> {
  const today = dayOf(services.clock.now());
  const ripe = await services.db.systemReads
    .selectDistinct({ orgId: dues.orgId })
    .from(dues)
    .where(and(isNotNull(dues.nextPenaltyOn), lte(dues.nextPenaltyOn, today)));
  let added = 0;
  for (const { orgId } of ripe)
    added += await addPenaltiesOf(systemContext(services, orgId, addPenaltiesJob.name), today);
  return { added };
}

/** Those of one organisation, several per transaction. A due that missed several periods gets each of them. */
async function addPenaltiesOf(ctx: OrgContext, today: string): Promise<number> {
  let added = 0;
  for (;;) {
    const { seen, created } = await ctx.db.withOrg(ctx.orgId, (tx) => addSome(tx, ctx, today));
    added += created;
    if (seen === 0) return added;
  }
}

async function addSome(tx: Tx, ctx: OrgContext, today: string) {
  await lockPayments(tx, ctx.orgId);
  const ripe = await tx
    .select()
    .from(dues)
    .where(and(eq(dues.orgId, ctx.orgId), lte(dues.nextPenaltyOn, today)))
    .orderBy(asc(dues.nextPenaltyOn), asc(dues.id))
    .limit(together)
    .for("update");
  if (ripe.length === 0) return { seen: 0, created: 0 };
  const books = await booksIn(tx, ctx.orgId, [...new Set(ripe.map(({ bookId }) => bookId))]);
  const earlier = await earlierOf(tx, ctx, ripe);
  const planned = ripe.map((due) => plan(due, books.get(due.bookId)!, earlier.get(due.id) ?? 0));
  const created = await write(
    tx,
    ctx,
    planned.flatMap(({ due, cents }) => (cents > 0 ? [{ due, cents }] : [])),
  );
  await moveOn(tx, ctx, planned);
  notifyPages(tx, ctx.orgId, "payments");
  return { seen: ripe.length, created };
}

/** The sums of the penalties so far, by due. */
async function earlierOf(tx: Tx, { orgId }: OrgContext, ripe: readonly Due[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: dues.penalisedId, cents: sql<number>`sum(${dues.amountCents})`.mapWith(Number) })
    .from(dues)
    .where(
      and(
        ...[eq(dues.orgId, orgId), eq(dues.kind, "penalty"), isNull(dues.cancelledAt)],
        isAnyOf(
          dues.penalisedId,
          ripe.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(dues.penalisedId);
  return new Map(rows.map(({ id, cents }) => [id ?? "", cents]));
}

interface Planned {
  due: Due;
  cents: number;
  penalties: number;
  nextPenaltyOn: string | null;
}

/** One without a penalty (paid, cancelled, at the maximum) has none later either. */
function plan(due: Due, book: Book, earlierCents: number): Planned {
  const unpaidCents = due.cancelledAt === null ? due.amountCents - due.paidCents : 0;
  const cents = penaltyCents(book, { unpaidCents, earlierCents });
  const penalties = due.penalties + (cents > 0 ? 1 : 0);
  const createdOn = dayOf(due.createdAt);
  const nextPenaltyOn = cents > 0 ? penaltyDay(book, { dueOn: due.dueOn, createdOn, penalties }) : null;
  return { due, cents, penalties, nextPenaltyOn };
}

async function write(
  tx: Tx,
  ctx: OrgContext,
  wanted: readonly { due: Due; cents: number }[],
): Promise<number> {
  if (wanted.length === 0) return 0;
  const now = ctx.clock.now();
  const written = await tx
    .insert(dues)
    .values(
      wanted.map(({ due, cents }) => ({
        ...{ orgId: ctx.orgId, id: newId("due", now.getTime()), bookId: due.bookId, tillId: due.tillId },
        ...{ memberId: due.memberId, contactId: due.contactId, kind: "penalty" as const },
        ...{ label: due.label, amountCents: cents },
        ...{ dueOn: due.nextPenaltyOn!, penalisedId: due.id, period: due.penalties + 1, createdAt: now },
      })),
    )
    .onConflictDoNothing()
    .returning();
  const facts = await factsOfDues(tx, ctx.orgId, written);
  await recordAll(
    tx,
    ctx,
    dueCreated,
    written.map((due) => ({ subject: due.id, data: facts(due) })),
  );
  return written.length;
}

const moveOn = (tx: Tx, ctx: OrgContext, planned: readonly Planned[]) =>
  clientOf(tx).query({
    name: "move-penalties-on",
    text: `update dues d set penalties = p.penalties, next_penalty_on = p.day, updated_at = $5
      from unnest($2::text[], $3::int[], $4::date[]) as p (id, penalties, day) where d.org_id = $1 and d.id = p.id`,
    values: [
      ...[ctx.orgId, planned.map(({ due }) => due.id), planned.map(({ penalties }) => penalties)],
      ...[planned.map(({ nextPenaltyOn }) => nextPenaltyOn), ctx.clock.now()],
    ],
  });
