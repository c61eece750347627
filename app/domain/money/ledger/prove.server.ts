import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { platformBook } from "#app/db/schema/money/ledger.ts";

/**
 * The first fault of the ledger across all books (book, account and reason), or null: what each book and the platform's owe
 * each other cancels, in total and for each entry since then; the new lines of each account continue those before, sum to
 * zero for each entry, and end at the stored balance. No statement reads two books of different servers. `npm run
 * ledger:verify` reads every line ever booked.
 */
export async function findFault(tx: Tx, since: Date): Promise<string | null> {
  return (
    (await brokenDebt(tx)) ??
    (await brokenHalf(tx, since)) ??
    (await firstOf(tx, brokenEntries(since))) ??
    (await firstOf(tx, brokenLines(since))) ??
    (await firstOf(tx, brokenBalances))
  );
}

type Amounts = { key: string; cents: number } & Record<string, unknown>;

/** The first key of which two books say amounts that do not cancel. */
async function uncancelled(tx: Tx, theirs: ReturnType<typeof sql>, ours: ReturnType<typeof sql>) {
  const open = new Map<string, number>();
  for (const statement of [theirs, ours])
    for (const { key, cents } of (await tx.execute<Amounts>(statement)).rows)
      open.set(key, (open.get(key) ?? 0) + Number(cents));
  return [...open].find(([, cents]) => cents !== 0)?.[0];
}

async function brokenDebt(tx: Tx): Promise<string | undefined> {
  const book = await uncancelled(
    tx,
    sql`select org_id as key, balance_cents as cents from ledger_accounts where name = 'due_from_platform'`,
    sql`select counterparty as key, balance_cents as cents from ledger_accounts
      where org_id = ${platformBook} and name = 'due_to_counterparty'`,
  );
  return book && `${book} due_from_platform: what the two books owe each other does not cancel`;
}

async function brokenHalf(tx: Tx, since: Date): Promise<string | undefined> {
  const from = since.toISOString();
  const entry = await uncancelled(
    tx,
    sql`select e.id as key, p.amount_cents as cents from journal_entries e
      join postings p on p.org_id = e.org_id and p.entry_id = e.id and p.account = 'due_from_platform'
      where e.created_at >= ${from}::timestamptz`,
    sql`select e.id as key, p.amount_cents as cents from journal_entries e
      join postings p on p.org_id = ${platformBook} and p.entry_id = e.id and p.account = 'due_to_counterparty'
      where e.org_id = ${platformBook} and e.created_at >= ${from}::timestamptz`,
  );
  return entry && `entry ${entry}: its two halves do not cancel`;
}

async function firstOf(tx: Tx, statement: ReturnType<typeof sql>): Promise<string | null> {
  const { rows } = await tx.execute<{ fault: string }>(statement);
  return rows[0]?.fault ?? null;
}

const brokenEntries = (since: Date) => sql`
  select e.org_id || ' entry ' || e.id || ': it does not sum to zero in its book' as fault from journal_entries e
  join postings p on p.org_id = e.org_id and p.entry_id = e.id
  where e.created_at >= ${since.toISOString()}::timestamptz
  group by e.org_id, e.id having sum(p.amount_cents) <> 0 limit 1`;

const brokenLines = (since: Date) => sql`
  select p.org_id || ' ' || p.account || ' line ' || p.number || ': it does not continue the line before' as fault
  from journal_entries e
  join postings p on p.org_id = e.org_id and p.entry_id = e.id
  left join postings b on b.org_id = p.org_id and b.account = p.account and b.counterparty = p.counterparty
    and b.number = p.number - 1
  where e.created_at >= ${since.toISOString()}::timestamptz
    and (p.balance_after_cents <> p.balance_before_cents + p.amount_cents
      or p.balance_before_cents <> coalesce(b.balance_after_cents, 0) or (b.number is null and p.number <> 1))
  limit 1`;

const brokenBalances = sql`
  select a.org_id || ' ' || a.name || ': its balance is not that of its last line, or below zero' as fault
  from ledger_accounts a
  left join postings p on p.org_id = a.org_id and p.account = a.name and p.counterparty = a.counterparty and p.number = a.postings
  where a.balance_cents <> coalesce(p.balance_after_cents, 0) or (a.postings > 0 and p.number is null)
    or (a.balance_cents < 0 and a.name in ('wallet', 'held', 'suspense', 'earnings'))
  limit 1`;
