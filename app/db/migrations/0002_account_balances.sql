-- A posting on an account that exists must not pass through INSERT: PostgreSQL checks constraints on the row proposed
-- for insertion before it looks for a conflict, so every negative posting would be refused.
CREATE OR REPLACE FUNCTION post_to_account() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
BEGIN
  UPDATE ledger_accounts SET balance_cents = balance_cents + NEW.amount_cents
    WHERE org_id = NEW.org_id AND name = NEW.account;
  IF NOT FOUND THEN
    INSERT INTO ledger_accounts (org_id, name, balance_cents) VALUES (NEW.org_id, NEW.account, NEW.amount_cents)
      ON CONFLICT (org_id, name) DO UPDATE SET balance_cents = ledger_accounts.balance_cents + EXCLUDED.balance_cents;
  END IF;
  RETURN NULL;
END
$$;
