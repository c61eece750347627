-- Every entry sums to zero within its own book. What moves money between an organisation or a partner and the platform has a
-- half in each book, joined by `due_from_platform` and `due_to_counterparty`.
DROP TRIGGER postings_sum_to_zero ON postings;--> statement-breakpoint
DROP TRIGGER postings_move_balance ON postings;--> statement-breakpoint
DROP TRIGGER postings_move_revenue_day ON postings;--> statement-breakpoint
DROP FUNCTION check_entry_sums_to_zero();--> statement-breakpoint
DROP FUNCTION post_to_account();--> statement-breakpoint
DROP FUNCTION post_to_revenue_day();--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_number";--> statement-breakpoint
DROP INDEX "postings_entry";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_org_id_name_pk";--> statement-breakpoint
-- `book_entry` checks it: as constraints they cost as much as the update itself.
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "wallet_not_negative";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "owed_not_negative";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP COLUMN "owner";--> statement-breakpoint
ALTER TABLE "journal_entries" ADD COLUMN "counterparty" text;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "counterparty" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "counterparty" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_org_id_name_counterparty_pk" PRIMARY KEY("org_id","name","counterparty");--> statement-breakpoint
-- The entries of before keep their lines, and each of their two books gets the line that makes it sum to zero. Row level
-- security binds the owner too, so it is put aside for these statements.
ALTER TABLE postings NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE ledger_accounts NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO journal_entries (org_id, id, kind, about, reference, counterparty, created_at)
  SELECT 'platform', e.id, e.kind, e.about, e.org_id || ':' || e.reference, e.org_id, e.created_at
  FROM journal_entries e JOIN (SELECT DISTINCT entry_id FROM postings WHERE org_id = 'platform') p ON p.entry_id = e.id
  WHERE e.org_id <> 'platform';--> statement-breakpoint
UPDATE journal_entries SET counterparty = 'platform' FROM journal_entries half
  WHERE half.org_id = 'platform' AND half.counterparty = journal_entries.org_id AND half.id = journal_entries.id;--> statement-breakpoint
WITH half AS (
  SELECT e.counterparty AS owner, e.id, e.created_at, sum(p.amount_cents)::bigint AS cents
  FROM journal_entries e JOIN postings p ON p.org_id = e.org_id AND p.entry_id = e.id
  WHERE e.org_id = 'platform' AND e.counterparty IS NOT NULL
  GROUP BY 1, 2, 3 HAVING sum(p.amount_cents) <> 0
), line AS (
  SELECT owner AS book, id, created_at, 'due_from_platform' AS account, '' AS counterparty, cents FROM half
  UNION ALL
  SELECT 'platform', id, created_at, 'due_to_counterparty', owner, -cents FROM half
)
INSERT INTO postings (org_id, entry_id, account, counterparty, amount_cents, number, balance_before_cents, balance_after_cents)
  SELECT book, id, account, counterparty, cents, row_number() OVER chain,
    (sum(cents) OVER chain)::bigint - cents, (sum(cents) OVER chain)::bigint
  FROM line
  WINDOW chain AS (PARTITION BY book, account, counterparty ORDER BY created_at, id ROWS UNBOUNDED PRECEDING);--> statement-breakpoint
INSERT INTO ledger_accounts (org_id, name, counterparty, balance_cents, postings)
  SELECT org_id, account, counterparty, sum(amount_cents), count(*) FROM postings
  WHERE account IN ('due_from_platform', 'due_to_counterparty') GROUP BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE postings FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE ledger_accounts FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_number" UNIQUE("org_id","account","number","counterparty");--> statement-breakpoint
-- The only way to write to the ledger: neither role may insert entries or lines by itself.
REVOKE INSERT, UPDATE, DELETE ON journal_entries, postings FROM tarishi_tenant, tarishi_system;--> statement-breakpoint
GRANT SELECT, INSERT ON journal_entries, postings TO tarishi_keeper;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON revenue_days TO tarishi_keeper;--> statement-breakpoint
CREATE POLICY keeper ON journal_entries TO tarishi_keeper USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY keeper ON postings TO tarishi_keeper USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY keeper ON revenue_days TO tarishi_keeper USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO tarishi_keeper;--> statement-breakpoint
-- Books one entry with its lines and returns true; false where the book has an entry of this event. The lines must sum to zero.
-- Each moves its account, gets the account's next number, and leaves neither a wallet nor what is owed to others below zero. The
-- accounts come in the order in which everybody locks them.
-- A tenant books in its own book alone, and nothing that the platform would owe it.
CREATE FUNCTION book_entry(book text, entry text, entry_kind text, facts jsonb, event text, booked_at timestamptz,
    other_book text, accounts text[], amounts bigint[]) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  total bigint := 0;
  account text;
  cents bigint;
  party text;
  after_cents bigint;
  line_number bigint;
BEGIN
  IF NOT pg_has_role(session_user, 'tarishi_system', 'MEMBER') THEN
    PERFORM public.require_own_organisation(book);
    IF other_book IS NOT NULL OR 'due_from_platform' = ANY (accounts) THEN
      RAISE EXCEPTION 'money of the platform' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END IF;
  INSERT INTO public.journal_entries (org_id, id, kind, about, reference, counterparty, created_at)
    VALUES (book, entry, entry_kind, facts, event, other_book, booked_at)
    ON CONFLICT (org_id, reference) DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  FOR place IN 1 .. cardinality(accounts) LOOP
    account := accounts[place];
    cents := amounts[place];
    total := total + cents;
    party := CASE WHEN book = 'platform' AND account <> 'suspense' THEN coalesce(other_book, '') ELSE '' END;
    UPDATE public.ledger_accounts SET balance_cents = balance_cents + cents, postings = postings + 1
      WHERE org_id = book AND name = account AND counterparty = party
      RETURNING balance_cents, postings INTO after_cents, line_number;
    IF NOT FOUND THEN
      INSERT INTO public.ledger_accounts (org_id, name, counterparty, balance_cents, postings) VALUES (book, account, party, cents, 1)
        ON CONFLICT (org_id, name, counterparty) DO UPDATE SET postings = ledger_accounts.postings + 1,
          balance_cents = ledger_accounts.balance_cents + EXCLUDED.balance_cents
        RETURNING balance_cents, postings INTO after_cents, line_number;
    END IF;
    IF after_cents < 0 AND account IN ('wallet', 'held', 'suspense', 'earnings') THEN
      RAISE EXCEPTION 'account % of % would fall below zero', account, book USING ERRCODE = 'check_violation',
        CONSTRAINT = CASE WHEN account IN ('wallet', 'held') THEN 'wallet_not_negative' ELSE 'owed_not_negative' END;
    END IF;
    INSERT INTO public.postings (org_id, entry_id, account, counterparty, amount_cents, number, balance_before_cents, balance_after_cents)
      VALUES (book, entry, account, party, cents, line_number, after_cents - cents, after_cents);
    IF account = 'revenue' THEN
      INSERT INTO public.revenue_days (org_id, day, amount_cents) VALUES (book, (booked_at AT TIME ZONE 'Africa/Nairobi')::date, cents)
        ON CONFLICT (org_id, day) DO UPDATE SET amount_cents = revenue_days.amount_cents + EXCLUDED.amount_cents;
    END IF;
  END LOOP;
  IF total <> 0 THEN
    RAISE EXCEPTION 'journal entry % does not sum to zero but to %', entry, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN true;
END
$$;--> statement-breakpoint
ALTER FUNCTION book_entry(text, text, text, jsonb, text, timestamptz, text, text[], bigint[]) OWNER TO tarishi_keeper;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_keeper;--> statement-breakpoint
REVOKE ALL ON FUNCTION book_entry(text, text, text, jsonb, text, timestamptz, text, text[], bigint[]) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION book_entry(text, text, text, jsonb, text, timestamptz, text, text[], bigint[]) TO tarishi_tenant, tarishi_system;
