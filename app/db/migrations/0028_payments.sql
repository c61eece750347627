CREATE TABLE "balance_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"working_cents" bigint,
	"utility_cents" bigint,
	"charges_cents" bigint,
	"ledger_cents" bigint,
	"difference_cents" bigint
);
--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"org_id" text PRIMARY KEY NOT NULL,
	"account_number" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_accounts_account_number_unique" UNIQUE("account_number")
);
--> statement-breakpoint
CREATE TABLE "mpesa_receipts" (
	"receipt" text PRIMARY KEY NOT NULL,
	"org_id" text,
	"attempt_id" text,
	"amount_cents" bigint NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"claimed_by" text,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"method" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"invoice_id" text,
	"key" text NOT NULL,
	"phone" text,
	"reference" text,
	"merchant_request_id" text,
	"checkout_request_id" text,
	"page_url" text,
	"receipt" text,
	"result_code" text,
	"result_desc" text,
	"requested_by" text,
	"returned_cents" bigint DEFAULT 0 NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payment_attempts_key" UNIQUE("org_id","key"),
	CONSTRAINT "payment_attempts_reference" UNIQUE("reference"),
	CONSTRAINT "payment_attempts_checkout" UNIQUE("checkout_request_id")
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"reference" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"phone" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"recipient_name" text DEFAULT '' NOT NULL,
	"conversation_id" text,
	"receipt" text,
	"result_code" text,
	"result_desc" text,
	"paid_to_name" text,
	"result" jsonb,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payouts_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payouts_reference" UNIQUE("org_id","reference")
);
--> statement-breakpoint
CREATE TABLE "provider_tokens" (
	"provider" text PRIMARY KEY NOT NULL,
	"token_encrypted" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "postings_account";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "postings" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "owner" text GENERATED ALWAYS AS (CASE WHEN org_id = 'platform' THEN 'platform' WHEN org_id LIKE 'prt\_%' THEN 'partner' ELSE 'organisation' END) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "balance_before_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "balance_after_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "mpesa_receipts_org" ON "mpesa_receipts" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "mpesa_receipts_state" ON "mpesa_receipts" USING btree ("state","paid_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_prompt" ON "payment_attempts" USING btree ("phone") WHERE "payment_attempts"."method" = 'mpesa' AND "payment_attempts"."state" IN ('pending', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_attempts_due" ON "payment_attempts" USING btree ("next_check_at") WHERE "payment_attempts"."next_check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_notices_open" ON "payment_notices" USING btree ("received_at") WHERE "payment_notices"."applied_at" IS NULL;--> statement-breakpoint
CREATE INDEX "postings_entry" ON "postings" USING btree ("entry_id");--> statement-breakpoint
-- The running numbers and balances of the postings so far, in the order in which they were booked. Row level security binds
-- the owner too, so it is put aside for this one statement.
ALTER TABLE postings NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE journal_entries NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE ledger_accounts NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE postings SET number = chain.number, balance_after_cents = chain.after, balance_before_cents = chain.after - postings.amount_cents
  FROM (
    SELECT p.org_id, p.entry_id, p.account,
      row_number() OVER line AS number, sum(p.amount_cents) OVER line AS after
    FROM postings p JOIN journal_entries e ON e.org_id = p.org_id AND e.id = p.entry_id
    WINDOW line AS (PARTITION BY p.org_id, p.account ORDER BY e.created_at, e.id ROWS UNBOUNDED PRECEDING)
  ) chain
  WHERE chain.org_id = postings.org_id AND chain.entry_id = postings.entry_id AND chain.account = postings.account;--> statement-breakpoint
UPDATE ledger_accounts SET postings = counted.postings
  FROM (SELECT org_id, account, count(*) AS postings FROM postings GROUP BY org_id, account) counted
  WHERE counted.org_id = ledger_accounts.org_id AND counted.account = ledger_accounts.name;--> statement-breakpoint
ALTER TABLE postings FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE journal_entries FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE ledger_accounts FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_number" UNIQUE("org_id","account","number");--> statement-breakpoint
-- A posting moves its account and is told the account's running number and balances, in one step.
DROP TRIGGER postings_move_balance ON postings;--> statement-breakpoint
CREATE OR REPLACE FUNCTION post_to_account() RETURNS trigger LANGUAGE plpgsql SECURITY INVOKER AS $$
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
CREATE TRIGGER postings_move_balance BEFORE INSERT ON postings FOR EACH ROW EXECUTE FUNCTION post_to_account();--> statement-breakpoint
-- The lines of an entry may lie in several books. A tenant sees, and can write, its own alone, so its lines sum to zero by
-- themselves.
CREATE OR REPLACE FUNCTION check_entry_sums_to_zero() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE total bigint;
BEGIN
  SELECT sum(amount_cents) INTO total FROM postings WHERE entry_id = NEW.entry_id;
  IF total <> 0 THEN
    RAISE EXCEPTION 'journal entry % does not sum to zero but to %', NEW.entry_id, total USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- What nobody has yet claimed, and what a partner has earned, cannot be given out twice.
ALTER TABLE ledger_accounts ADD CONSTRAINT owed_not_negative CHECK (name NOT IN ('suspense', 'earnings') OR balance_cents >= 0);--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['payment_attempts', 'billing_accounts', 'mpesa_receipts', 'payouts']) AS name;--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['payment_notices', 'balance_checks', 'provider_tokens'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
END
$$;--> statement-breakpoint
-- A payment only moves forward: paid is the end, and what failed or ran out may still turn out to be paid.
CREATE FUNCTION payment_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = NEW.state OR OLD.state = 'pending' OR (OLD.state = 'unknown' AND NEW.state <> 'pending')
    OR (OLD.state IN ('failed', 'expired') AND NEW.state = 'paid') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'payment % cannot go from % to %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER payment_attempts_forward BEFORE UPDATE OF state ON payment_attempts
  FOR EACH ROW EXECUTE FUNCTION payment_moves_forward();
