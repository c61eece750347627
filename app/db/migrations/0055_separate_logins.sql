-- What neither the tenant nor the system role may do by itself belongs to a third role, `tarishi_keeper`, which nobody logs in
-- as: functions of its own do it, within their limits.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'tarishi_keeper') THEN
    CREATE ROLE tarishi_keeper NOLOGIN NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL; -- another database of the same cluster made it in the same moment
END
$$;--> statement-breakpoint
DO $$
BEGIN
  EXECUTE format('GRANT tarishi_keeper TO %I', current_user);
EXCEPTION WHEN unique_violation OR duplicate_object OR internal_error THEN
  NULL;
END
$$;--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO tarishi_keeper;--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO tarishi_keeper;--> statement-breakpoint
-- Balances follow the postings, and nothing else writes them.
REVOKE INSERT, UPDATE, DELETE ON ledger_accounts FROM tarishi_tenant, tarishi_system;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON ledger_accounts TO tarishi_keeper;--> statement-breakpoint
CREATE POLICY keeper ON ledger_accounts TO tarishi_keeper USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_to_account() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE ledger_accounts SET balance_cents = balance_cents + NEW.amount_cents, postings = postings + 1
    WHERE org_id = NEW.org_id AND name = NEW.account
    RETURNING balance_cents, postings INTO NEW.balance_after_cents, NEW.number;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (org_id, name, balance_cents, postings) VALUES (NEW.org_id, NEW.account, NEW.amount_cents, 1)
      ON CONFLICT (org_id, name) DO UPDATE SET balance_cents = ledger_accounts.balance_cents + EXCLUDED.balance_cents,
        postings = ledger_accounts.postings + 1
      RETURNING balance_cents, postings INTO NEW.balance_after_cents, NEW.number;
  END IF;
  NEW.balance_before_cents := NEW.balance_after_cents - NEW.amount_cents;
  RETURN NEW;
END
$$;--> statement-breakpoint
ALTER FUNCTION post_to_account() OWNER TO tarishi_keeper;--> statement-breakpoint
-- Locks `held` and `wallet` of an organisation until the transaction ends, and returns what is in the wallet. An account is
-- created by its first posting, but a row that does not exist can't be locked: `held` is created before anything is locked,
-- since whoever held `wallet` and then waited for `held` would take them in another order than everybody else.
CREATE FUNCTION lock_ledger(org text) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  account record;
  cents bigint := 0;
BEGIN
  IF NOT pg_has_role(session_user, 'tarishi_system', 'MEMBER') THEN
    PERFORM require_own_organisation(org);
  END IF;
  IF NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE org_id = org AND name = 'held') THEN
    INSERT INTO ledger_accounts (org_id, name) VALUES (org, 'held') ON CONFLICT DO NOTHING;
  END IF;
  FOR account IN
    SELECT name, balance_cents FROM ledger_accounts WHERE org_id = org AND name IN ('held', 'wallet') ORDER BY name FOR UPDATE
  LOOP
    IF account.name = 'wallet' THEN cents := account.balance_cents; END IF;
  END LOOP;
  RETURN cents;
END
$$;--> statement-breakpoint
ALTER FUNCTION lock_ledger(text) OWNER TO tarishi_keeper;--> statement-breakpoint
REVOKE ALL ON FUNCTION lock_ledger(text) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION lock_ledger(text) TO tarishi_tenant, tarishi_system;--> statement-breakpoint
-- Events are deleted in two cases alone: a person is forgotten, and notices of messages go with their conversation.
REVOKE DELETE ON events FROM tarishi_tenant, tarishi_system;--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON events TO tarishi_keeper;--> statement-breakpoint
GRANT SELECT ON event_seals TO tarishi_keeper;--> statement-breakpoint
CREATE POLICY keeper ON events TO tarishi_keeper USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY keeper ON event_seals FOR SELECT TO tarishi_keeper USING (true);--> statement-breakpoint
ALTER FUNCTION forget_person(text, text, text[], text[]) OWNER TO tarishi_keeper;--> statement-breakpoint
CREATE FUNCTION delete_message_notices(org text, conversation_ids text[]) RETURNS SETOF text LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM events WHERE org_id = org AND subject_id = ANY (conversation_ids)
    AND type IS NULL AND name IN ('message.received', 'legacy.noted') RETURNING id
$$;--> statement-breakpoint
ALTER FUNCTION delete_message_notices(text, text[]) OWNER TO tarishi_keeper;--> statement-breakpoint
REVOKE ALL ON FUNCTION delete_message_notices(text, text[]) FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION delete_message_notices(text, text[]) TO tarishi_system;--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM tarishi_keeper;--> statement-breakpoint
ALTER FUNCTION analyze_messages_after(integer) SET search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
-- What a member's own calls write as the tenant role. Plans, roles and receipts are written by the system role alone.
REVOKE UPDATE, INSERT, DELETE ON organisations FROM tarishi_tenant;--> statement-breakpoint
GRANT UPDATE (name, locale, timezone, updated_at) ON organisations TO tarishi_tenant;--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON members, mpesa_receipts FROM tarishi_tenant;--> statement-breakpoint
REVOKE UPDATE, DELETE ON api_keys FROM tarishi_tenant;--> statement-breakpoint
GRANT UPDATE (revoked_at, key_encrypted) ON api_keys TO tarishi_tenant;--> statement-breakpoint
CREATE FUNCTION keep_key_revoked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.revoked_at IS DISTINCT FROM OLD.revoked_at THEN
    RAISE EXCEPTION 'a revoked key stays revoked' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER api_keys_stay_revoked BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW
  WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION keep_key_revoked();
