import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { ledgerAllocations, ledgerCredits, ledgerCursors } from "#app/db/schema/money/ledger.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { allocate, type Credit } from "./allocate.ts";

/** The batch size, in lines of an account. */
const atOnce = 5000;

interface Line {
  entryId: string;
  number: number;
  cents: number;
  isBonus: boolean;
  of: string | null;
  subjectId: string | null;
}

interface Reach {
  walletNumber: number;
  heldNumber: number;
}

/**
 * Allocates debits to credits for all lines booked since the last run. Runs after booking, which it does not
 * slow down: readers of allocations call it first. Lines of an account commit in the order of their numbers,
 * so everything below a number is final.
 */
export async function allocateCredits(tx: Tx, orgId: OrgId): Promise<void> {
  if (await isDone(tx, orgId)) return;
  await tx.insert(ledgerCursors).values({ orgId }).onConflictDoNothing();
  const [cursor] = await tx.select().from(ledgerCursors).where(eq(ledgerCursors.orgId, orgId)).for("update");
  const heads = await headsOf(tx, orgId);
  let at: Reach = { walletNumber: cursor!.walletNumber, heldNumber: cursor!.heldNumber };
  // The wallet first: every credit has a line there, and money spent from `held` was in it before.
  while (at.walletNumber < heads.walletNumber) {
    const to = Math.min(at.walletNumber + atOnce, heads.walletNumber);
    await takeLines(tx, orgId, await walletLines(tx, orgId, at.walletNumber, to));
    at = { ...at, walletNumber: to };
  }
  while (at.heldNumber < heads.heldNumber) {
    const to = Math.min(at.heldNumber + atOnce, heads.heldNumber);
    await takeLines(tx, orgId, await heldLines(tx, orgId, at.heldNumber, to));
    at = { ...at, heldNumber: to };
  }
  await tx.update(ledgerCursors).set(at).where(eq(ledgerCursors.orgId, orgId));
}

/** The numbers of lines of both accounts at the same moment. */
async function headsOf(tx: Tx, orgId: OrgId): Promise<Reach> {
  const { rows } = await tx.execute<{ wallet: number; held: number }>(sql`
    select coalesce(sum(postings) filter (where name = 'wallet'), 0)::bigint as wallet,
      coalesce(sum(postings) filter (where name = 'held'), 0)::bigint as held
    from ledger_accounts where org_id = ${orgId} and name in ('wallet', 'held')`);
  return { walletNumber: rows[0]!.wallet, heldNumber: rows[0]!.held };
}

async function isDone(tx: Tx, orgId: OrgId): Promise<boolean> {
  const [cursor] = await tx.select().from(ledgerCursors).where(eq(ledgerCursors.orgId, orgId));
  const heads = await headsOf(tx, orgId);
  return heads.walletNumber === (cursor?.walletNumber ?? 0) && heads.heldNumber === (cursor?.heldNumber ?? 0);
}

const factsOf = (orgId: OrgId) => sql`e.about ->> 'of' as "of",
  coalesce(e.about ->> 'subject', substring(e.reference from '^(?:delivered|undelivered|finish):((?:msg|cmp)_[0-9a-z]+)$')) as "subjectId",
  exists (select 1 from postings p where p.org_id = ${orgId} and p.entry_id = e.id and p.account = 'funding') as "isBonus"`;

async function walletLines(tx: Tx, orgId: OrgId, after: number, to: number): Promise<Line[]> {
  const { rows } = await tx.execute<Line & Record<string, unknown>>(sql`
    select e.id as "entryId", w.number, w.amount_cents + coalesce(h.amount_cents, 0) as cents, ${factsOf(orgId)}
    from postings w
    join journal_entries e on e.org_id = ${orgId} and e.id = w.entry_id
    left join postings h on h.org_id = ${orgId} and h.entry_id = w.entry_id and h.account = 'held'
    where w.org_id = ${orgId} and w.account = 'wallet' and w.number > ${after} and w.number <= ${to}
      and w.amount_cents + coalesce(h.amount_cents, 0) <> 0
    order by w.number`);
  return rows;
}

async function heldLines(tx: Tx, orgId: OrgId, after: number, to: number): Promise<Line[]> {
  const { rows } = await tx.execute<Line & Record<string, unknown>>(sql`
    select e.id as "entryId", h.number, h.amount_cents as cents, ${factsOf(orgId)}
    from postings h
    join journal_entries e on e.org_id = ${orgId} and e.id = h.entry_id
    where h.org_id = ${orgId} and h.account = 'held' and h.number > ${after} and h.number <= ${to}
      and not exists (select 1 from postings w where w.org_id = ${orgId} and w.entry_id = h.entry_id and w.account = 'wallet')
    order by h.number`);
  return rows;
}

/** A positive line is a credit, a negative one uses the remaining credits. */
async function takeLines(tx: Tx, orgId: OrgId, lines: Line[]): Promise<void> {
  if (lines.length === 0) return;
  const left = await tx
    .select()
    .from(ledgerCredits)
    .where(and(eq(ledgerCredits.orgId, orgId), gt(ledgerCredits.remainingCents, 0)))
    .orderBy(asc(ledgerCredits.number));
  const before = new Map(left.map(({ entryId, remainingCents }) => [entryId, remainingCents]));
  const credits: (Credit & { number: number })[] = left.map((credit) => ({ ...credit }));
  const fresh: (typeof ledgerCredits.$inferInsert)[] = [];
  const parts: (typeof ledgerAllocations.$inferInsert)[] = [];
  for (const { entryId, number, cents, isBonus, of, subjectId } of lines) {
    if (cents > 0) {
      credits.push({ entryId, number, isBonus, remainingCents: cents });
      fresh.push({ orgId, entryId, number, isBonus, amountCents: cents, remainingCents: cents });
    } else
      for (const part of allocate(credits, { entryId, cents: -cents, of }))
        parts.push({ orgId, subjectId, ...part });
  }
  if (fresh.length > 0) await tx.insert(ledgerCredits).values(fresh);
  if (parts.length === 0) return;
  for (let from = 0; from < parts.length; from += 1000)
    await tx.insert(ledgerAllocations).values(parts.slice(from, from + 1000));
  const changed = credits.filter(
    ({ entryId, remainingCents }) => remainingCents !== (before.get(entryId) ?? Number.NaN),
  );
  await tx.execute(sql`
    update ledger_credits c set remaining_cents = n.cents
    from jsonb_to_recordset(${JSON.stringify(changed.map(({ entryId, remainingCents }) => ({ id: entryId, cents: remainingCents })))}::jsonb) as n(id text, cents bigint)
    where c.org_id = ${orgId} and c.entry_id = n.id`);
}

/** Allocates for all organisations with new lines. Safe to run concurrently. Returns how many there were. */
export async function allocateAllCredits(services: Pick<Services, "db">): Promise<number> {
  const { rows } = await services.db.systemReads.execute<{ orgId: OrgId }>(sql`
    select a.org_id as "orgId" from ledger_accounts a left join ledger_cursors c on c.org_id = a.org_id
    where (a.name = 'wallet' and a.postings > coalesce(c.wallet_number, 0))
      or (a.name = 'held' and a.postings > coalesce(c.held_number, 0))
    group by 1 order by 1`);
  const failed: unknown[] = [];
  for (const { orgId } of rows)
    await services.db
      .withSystem((tx) => allocateCredits(tx, orgId))
      .catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
  return rows.length;
}
