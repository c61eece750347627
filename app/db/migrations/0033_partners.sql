CREATE TABLE "partners" (
	"org_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"code" text NOT NULL,
	"payout_method" text DEFAULT 'mpesa' NOT NULL,
	"payout_phone" text,
	"payout_name" text DEFAULT '' NOT NULL,
	"bank_name" text DEFAULT '' NOT NULL,
	"bank_account" text DEFAULT '' NOT NULL,
	"applied_by" text,
	"about" text DEFAULT '' NOT NULL,
	"carry_hundredths" integer DEFAULT 0 NOT NULL,
	"integrated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partners_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "share_tiers" (
	"name" text NOT NULL,
	"percent" integer NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	CONSTRAINT "share_tiers_name_effective_from_pk" PRIMARY KEY("name","effective_from")
);
--> statement-breakpoint
CREATE TABLE "settlement_rules" (
	"effective_from" timestamp with time zone PRIMARY KEY NOT NULL,
	"day_of_month" integer NOT NULL,
	"minimum_cents" bigint NOT NULL,
	"two_persons_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "partner_shares" (
	"org_id" text NOT NULL,
	"percent" integer NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	"set_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_shares_org_id_effective_from_pk" PRIMARY KEY("org_id","effective_from")
);
--> statement-breakpoint
CREATE TABLE "partner_links" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"partner_id" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"from_number" bigint NOT NULL,
	"shared_number" bigint NOT NULL,
	"ended_by" text,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"until_number" bigint,
	CONSTRAINT "partner_links_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "partner_transactions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"link_id" text NOT NULL,
	"organisation_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"customer_phone" text DEFAULT '' NOT NULL,
	"service" text NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"amount_cents" bigint NOT NULL,
	"percent" integer NOT NULL,
	"share_cents" bigint NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"settlement_id" text,
	CONSTRAINT "partner_transactions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "partner_transactions_once" UNIQUE("org_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"period" text NOT NULL,
	"due_on" date NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"transactions" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"share_cents" bigint NOT NULL,
	"carried_cents" bigint DEFAULT 0 NOT NULL,
	"payout_cents" bigint DEFAULT 0 NOT NULL,
	"method" text NOT NULL,
	"first_approved_by" text,
	"approved_by" text,
	"approved_at" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"short_cents" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "settlements_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "settlements_period" UNIQUE("org_id","period")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "partner_id" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "method" text DEFAULT 'mpesa' NOT NULL;--> statement-breakpoint
CREATE INDEX "partners_status" ON "partners" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "partners_application" ON "partners" USING btree ("applied_by") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "partner_links_open" ON "partner_links" USING btree ("org_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "partner_links_partner" ON "partner_links" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "partner_transactions_time" ON "partner_transactions" USING btree ("org_id","happened_at");--> statement-breakpoint
CREATE INDEX "partner_transactions_newest" ON "partner_transactions" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "partner_transactions_settlement" ON "partner_transactions" USING btree ("org_id","settlement_id");--> statement-breakpoint
CREATE INDEX "partner_transactions_organisation" ON "partner_transactions" USING btree ("organisation_id","happened_at");--> statement-breakpoint
CREATE INDEX "settlements_status" ON "settlements" USING btree ("status","period");--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['partners', 'partner_shares', 'partner_links', 'partner_transactions', 'settlements']) AS name;--> statement-breakpoint
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['share_tiers', 'settlement_rules'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY anyone ON %I FOR SELECT TO tarishi_tenant USING (current_setting(''app.org_id'', true) <> '''')', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
    EXECUTE format('GRANT SELECT ON %I TO tarishi_tenant', name);
  END LOOP;
END
$$;--> statement-breakpoint
-- A partner sees its links, which belong to the organisations, and an organisation what was shared of its payments.
CREATE POLICY partner ON partner_links FOR SELECT TO tarishi_tenant USING (partner_id = current_setting('app.org_id', true));--> statement-breakpoint
CREATE POLICY organisation ON partner_transactions FOR SELECT TO tarishi_tenant USING (organisation_id = current_setting('app.org_id', true));--> statement-breakpoint
CREATE POLICY partner ON organisations FOR SELECT TO tarishi_tenant
  USING (id IN (SELECT org_id FROM partner_links WHERE partner_id = current_setting('app.org_id', true)));--> statement-breakpoint
ALTER TABLE partner_shares ADD CONSTRAINT partner_shares_percent CHECK (percent BETWEEN 0 AND 100);--> statement-breakpoint
ALTER TABLE partners ADD CONSTRAINT partners_carry CHECK (carry_hundredths BETWEEN 0 AND 99);--> statement-breakpoint
ALTER TABLE users ADD CONSTRAINT users_partner CHECK ((usertype = 'partner') = (partner_id IS NOT NULL));--> statement-breakpoint
ALTER TABLE settlements ADD CONSTRAINT settlements_two_persons CHECK (first_approved_by IS NULL OR approved_by IS NULL OR first_approved_by <> approved_by);--> statement-breakpoint
-- A settlement ends with its payout, in one transaction with it.
CREATE FUNCTION settlement_follows_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settlements SET status = NEW.state, ended_at = NEW.ended_at
    WHERE org_id = NEW.org_id AND status = 'processing' AND NEW.reference = 'settlement:' || id || ':' || attempt;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER payouts_end_settlement AFTER UPDATE OF state ON payouts
  FOR EACH ROW WHEN (NEW.state IN ('paid', 'failed') AND OLD.state <> NEW.state) EXECUTE FUNCTION settlement_follows_payout();--> statement-breakpoint
-- What is paid is paid, and what goes into the next settlement stays there.
CREATE FUNCTION settlement_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = NEW.status OR (OLD.status = 'pending' AND NEW.status = 'processing')
    OR (OLD.status = 'processing' AND NEW.status IN ('paid', 'failed')) OR (OLD.status = 'failed' AND NEW.status IN ('pending', 'processing')) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'settlement % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER settlements_forward BEFORE UPDATE OF status ON settlements FOR EACH ROW EXECUTE FUNCTION settlement_moves_forward();--> statement-breakpoint
INSERT INTO share_tiers (name, percent, effective_from) VALUES
  ('Referral', 12, '2026-01-01T00:00:00+03:00'), ('Reseller', 15, '2026-01-01T00:00:00+03:00'),
  ('Agency', 18, '2026-01-01T00:00:00+03:00'), ('Platform', 20, '2026-01-01T00:00:00+03:00');--> statement-breakpoint
INSERT INTO settlement_rules (effective_from, day_of_month, minimum_cents, two_persons_cents) VALUES ('2026-01-01T00:00:00+03:00', 15, 10000, 5000000);
