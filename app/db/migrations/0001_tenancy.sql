-- Two roles: one bound to a single organisation by row level security, one for work across organisations.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'tarishi_tenant') THEN
    CREATE ROLE tarishi_tenant NOLOGIN NOBYPASSRLS;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'tarishi_system') THEN
    CREATE ROLE tarishi_system NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of the same cluster made them in the same moment
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('GRANT tarishi_tenant, tarishi_system TO %I', current_user);
EXCEPTION WHEN unique_violation OR duplicate_object OR internal_error THEN
  NULL;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO tarishi_tenant, tarishi_system;
--> statement-breakpoint
-- Ids as app/shared/ids.ts makes them: prefix, 12 hex digits of milliseconds, 20 random hex digits.
CREATE FUNCTION new_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT prefix || '_' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
    || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12) || substr(md5(random()::text), 1, 8)
$$;
--> statement-breakpoint
-- Call this for every new table with an org_id: both locks in one place.
CREATE FUNCTION protect_tenant_table(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  EXECUTE format(
    'CREATE POLICY tenant ON %I TO tarishi_tenant USING (org_id = current_setting(''app.org_id'', true)) WITH CHECK (org_id = current_setting(''app.org_id'', true))', name);
  EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_tenant, tarishi_system', name);
END
$$;
--> statement-breakpoint
SELECT protect_tenant_table(table_name) FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'org_id' AND table_name <> 'sessions';
--> statement-breakpoint
-- Tables without a tenant belong to the system role alone; `users` shows an organisation its own members.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['users', 'organisations', 'sessions', 'one_time_codes', 'rate_limits', 'mails', 'webhook_events', 'heartbeats', 'rate_cards'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('DROP POLICY IF EXISTS system ON %I', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
END
$$;
--> statement-breakpoint
CREATE POLICY members_of_org ON users FOR SELECT TO tarishi_tenant
  USING (EXISTS (SELECT 1 FROM members WHERE members.user_id = users.id));
--> statement-breakpoint
GRANT SELECT (id, email, first_name, last_name) ON users TO tarishi_tenant;
--> statement-breakpoint
CREATE POLICY own ON organisations TO tarishi_tenant
  USING (id = current_setting('app.org_id', true)) WITH CHECK (id = current_setting('app.org_id', true));
--> statement-breakpoint
GRANT SELECT, UPDATE ON organisations TO tarishi_tenant;
--> statement-breakpoint
CREATE POLICY anyone ON rate_cards FOR SELECT TO tarishi_tenant USING (true);
--> statement-breakpoint
GRANT SELECT ON rate_cards TO tarishi_tenant;
--> statement-breakpoint
-- The ledger is append-only, and every entry sums to zero when its transaction commits.
REVOKE UPDATE, DELETE ON journal_entries, postings FROM tarishi_tenant, tarishi_system;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON activity_logs FROM tarishi_tenant;
--> statement-breakpoint
CREATE FUNCTION check_entry_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total bigint;
BEGIN
  SELECT sum(amount_cents) INTO total FROM postings WHERE org_id = NEW.org_id AND entry_id = NEW.entry_id;
  IF total <> 0 THEN
    RAISE EXCEPTION 'journal entry % does not sum to zero but to %', NEW.entry_id, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER postings_sum_to_zero AFTER INSERT ON postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_entry_sums_to_zero();
--> statement-breakpoint
-- Account balances follow the postings and cannot be written any other way.
CREATE FUNCTION post_to_account() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  INSERT INTO ledger_accounts (org_id, name, balance_cents) VALUES (NEW.org_id, NEW.account, NEW.amount_cents)
    ON CONFLICT (org_id, name) DO UPDATE SET balance_cents = ledger_accounts.balance_cents + EXCLUDED.balance_cents;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER postings_move_balance AFTER INSERT ON postings FOR EACH ROW EXECUTE FUNCTION post_to_account();
--> statement-breakpoint
-- Money that is not there cannot be held or spent.
ALTER TABLE ledger_accounts ADD CONSTRAINT wallet_not_negative CHECK (name NOT IN ('wallet', 'held') OR balance_cents >= 0);
--> statement-breakpoint
-- Room for the next version of every row in its page: a batch updates whole pages at once, and an update that stays in
-- its page writes no index.
ALTER TABLE messages SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
-- Spec section 9: prepaid KES 2 a message; postpaid KES 15,000 a month with 100,000 messages; Starter includes 1,000.
INSERT INTO rate_cards (id, plan_type, billing_type, monthly_cents, included_messages, per_message_cents, effective_from) VALUES
  ('rate_prepaid_2026', '*', 'prepaid', 0, 0, 200, '2026-01-01'),
  ('rate_starter_postpaid_2026', 'Starter', 'postpaid', 0, 1000, 200, '2026-01-01'),
  ('rate_growth_postpaid_2026', 'Growth', 'postpaid', 500000, 10000, 200, '2026-01-01'),
  ('rate_enterprise_postpaid_2026', 'Enterprise', 'postpaid', 1500000, 100000, 200, '2026-01-01');
--> statement-breakpoint
-- The allowed moves of a message (app/domain/messages/states.ts holds the same table, and a test compares the two).
CREATE FUNCTION may_move(old message_state, new message_state) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN old = 'cancelled' THEN false
    WHEN new = 'queued' THEN old = 'unknown'
    WHEN new = 'cancelled' THEN old = 'queued'
    WHEN new = 'failed' THEN old < 'delivered'
    WHEN old = 'failed' THEN new IN ('delivered', 'read')
    ELSE new > old
  END
$$;
