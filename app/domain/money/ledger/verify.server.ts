import { sql } from "drizzle-orm";
import { allocateAllCredits } from "#app/domain/money/credits/allocateCredits.server.ts";
import type { Services } from "#app/platform/context.ts";

export interface BrokenLine {
  book: string;
  account: string;
  /** The number of the posting; null when the account as a whole is wrong. */
  number: number | null;
  entryId: string | null;
  reason: string;
}

/** The first line that does not continue the line before it, or breaks another rule of the ledger. */
const brokenLines = sql`
  with line as (
    select org_id, account, counterparty, number, entry_id, amount_cents, balance_before_cents, balance_after_cents,
      lag(balance_after_cents, 1, 0::bigint) over chain as before,
      row_number() over chain as place
    from postings window chain as (partition by org_id, account, counterparty order by number)
  ), broken as (
    select org_id, account, counterparty, number, entry_id, case
      when number <> place then 'a line before it is missing'
      when balance_before_cents <> before then 'it does not begin where the line before ended'
      when balance_after_cents <> balance_before_cents + amount_cents then 'before and amount do not make after'
    end as reason
    from line
  ), of_account as (
    select a.org_id, a.name as account, a.counterparty, null::bigint as number, null::text as entry_id, case
      when a.postings <> count(p.number) then 'lines are missing at its end'
      when a.balance_cents <> coalesce(sum(p.amount_cents), 0) then 'the stored balance is not the sum of its lines'
      when a.balance_cents < 0 and a.name in ('wallet', 'held', 'suspense', 'earnings') then 'its balance is below zero'
    end as reason
    from ledger_accounts a left join postings p on p.org_id = a.org_id and p.account = a.name and p.counterparty = a.counterparty
    group by a.org_id, a.name, a.counterparty, a.postings, a.balance_cents
  ), of_entry as (
    select org_id, min(account) as account, min(counterparty) as counterparty, min(number) as number, entry_id,
      'its entry does not sum to zero in its book' as reason
    from postings group by org_id, entry_id having sum(amount_cents) <> 0
  ), orphan as (
    select p.org_id, p.account, p.counterparty, p.number, p.entry_id, 'it belongs to no entry' as reason
    from postings p where not exists (select 1 from journal_entries e where e.org_id = p.org_id and e.id = p.entry_id)
  ), half as (
    select coalesce(o.org_id, p.org_id) as org_id, coalesce(o.account, p.account) as account,
      coalesce(o.counterparty, p.counterparty) as counterparty, coalesce(o.number, p.number) as number,
      coalesce(o.entry_id, p.entry_id) as entry_id, 'the two halves of its entry do not cancel' as reason
    from (select * from postings where account = 'due_from_platform') o
    full join (select * from postings where account = 'due_to_counterparty') p on p.counterparty = o.org_id and p.entry_id = o.entry_id
    where coalesce(o.amount_cents, 0) + coalesce(p.amount_cents, 0) <> 0
  ), owed as (
    select min(org_id) as org_id, min(name) as account, min(counterparty) as counterparty, null::bigint as number, null::text as entry_id,
      'what the two books owe each other does not cancel' as reason
    from ledger_accounts where name in ('due_from_platform', 'due_to_counterparty')
    group by case name when 'due_from_platform' then org_id else counterparty end having sum(balance_cents) <> 0
  )
  select org_id as book, account || coalesce(' of ' || nullif(counterparty, ''), '') as account, number, entry_id as "entryId", reason
  from (
    select 1 as rank, * from broken where reason is not null
    union all select 2, * from of_entry
    union all select 3, * from orphan
    union all select 4, * from half
    union all select 5, * from of_account where reason is not null
    union all select 6, * from owed
  ) found
  order by rank, org_id, account, number limit 1`;

/**
 * Compares allocations with bookings: each use is allocated in full, and no credit is used beyond its amount.
 */
const brokenAllocations = sql`
  with allocated as (
    select p.org_id, p.entry_id, min(p.account) as account, min(p.number) as number, sum(p.amount_cents) as cents
    from postings p join ledger_cursors c on c.org_id = p.org_id
    where p.account in ('wallet', 'held')
    group by p.org_id, p.entry_id, c.wallet_number, c.held_number
    having coalesce(max(p.number) filter (where p.account = 'wallet') <= c.wallet_number,
      max(p.number) <= c.held_number)
  ), used as (
    select org_id, use_entry_id as entry_id, sum(amount_cents) as cents from ledger_allocations group by 1, 2
  ), given as (
    select org_id, credit_entry_id as entry_id, sum(amount_cents) as cents from ledger_allocations group by 1, 2
  ), found as (
    select coalesce(a.org_id, u.org_id, k.org_id) as org_id, coalesce(a.entry_id, u.entry_id, k.entry_id) as entry_id,
      coalesce(a.account, 'wallet') as account, a.number, case
        when least(coalesce(a.cents, 0), 0) <> -coalesce(u.cents, 0) then 'the top-ups that it names do not pay for it'
        when greatest(coalesce(a.cents, 0), 0) <> coalesce(k.amount_cents, 0) then 'it is not the credit that was kept of it'
        when coalesce(k.remaining_cents, 0) <> coalesce(k.amount_cents, 0) - coalesce(g.cents, 0)
          then 'what is left of it is not what was not used'
      end as reason
    from allocated a
    full join used u on u.org_id = a.org_id and u.entry_id = a.entry_id
    full join ledger_credits k on k.org_id = coalesce(a.org_id, u.org_id) and k.entry_id = coalesce(a.entry_id, u.entry_id)
    left join given g on g.org_id = k.org_id and g.entry_id = k.entry_id
  )
  select org_id as book, account, number, entry_id as "entryId", reason
  from found where reason is not null order by org_id, number limit 1`;

/**
 * Verifies every account: the chain of its lines, their sum, the stored balance, that entries sum to zero in
 * their book, that the two halves of an entry and the debts between two books cancel, and that each use is
 * allocated to credits.
 */
export async function verifyLedger(
  services: Pick<Services, "db">,
): Promise<{ accounts: number; lines: number; broken: BrokenLine | null }> {
  const found = await services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<BrokenLine & Record<string, unknown>>(brokenLines);
    const counted = await tx.execute<{ accounts: number; lines: number }>(
      sql`select (select count(*) from ledger_accounts)::int as accounts, (select count(*) from postings)::int as lines`,
    );
    return { ...counted.rows[0]!, broken: rows[0] ?? null };
  });
  // Broken lines have no valid allocations to check.
  return found.broken ? found : { ...found, broken: await brokenAllocation(services) };
}

async function brokenAllocation(services: Pick<Services, "db">): Promise<BrokenLine | null> {
  await allocateAllCredits(services);
  return services.db.withSystem(async (tx) => {
    const { rows } = await tx.execute<BrokenLine & Record<string, unknown>>(brokenAllocations);
    return rows[0] ?? null;
  });
}
