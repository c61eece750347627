CREATE TABLE "bank_statement_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"bank_reference" text NOT NULL,
	"booked_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"narration" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text,
	"matched_reference" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "bank_statement_lines_bank_reference_unique" UNIQUE("bank_reference")
);
--> statement-breakpoint
CREATE TABLE "card_events" (
	"key" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"reference" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "document_counters" (
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_counters_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "invoice_disputes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"resolution" text,
	"opened_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "invoice_disputes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"org_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_cents" bigint NOT NULL,
	"vat_basis_points" integer NOT NULL,
	"net_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	CONSTRAINT "invoice_lines_org_id_invoice_id_position_pk" PRIMARY KEY("org_id","invoice_id","position")
);
--> statement-breakpoint
CREATE TABLE "invoice_reminders" (
	"org_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"offset_days" integer NOT NULL,
	"sent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_reminders_org_id_invoice_id_offset_days_pk" PRIMARY KEY("org_id","invoice_id","offset_days")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"number" text,
	"description" text NOT NULL,
	"plan_type" text NOT NULL,
	"billing_type" text NOT NULL,
	"bill_to" jsonb,
	"net_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"credits_invoice_id" text,
	"finalized_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"paid_at" timestamp with time zone,
	"paid_with" text,
	"credited_cents" bigint DEFAULT 0 NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "invoices_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "invoices_number_unique" UNIQUE("number"),
	CONSTRAINT "invoices_once" UNIQUE("org_id","source")
);
--> statement-breakpoint
CREATE TABLE "plan_changes" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"state" text DEFAULT 'planned' NOT NULL,
	"from_plan_type" text NOT NULL,
	"from_billing_type" text NOT NULL,
	"to_plan_type" text NOT NULL,
	"to_billing_type" text NOT NULL,
	"effective_month" text NOT NULL,
	"requested_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "plan_changes_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_versions" (
	"plan_type" text NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	"message_limit" integer NOT NULL,
	"summary" text NOT NULL,
	CONSTRAINT "plan_versions_plan_type_effective_from_pk" PRIMARY KEY("plan_type","effective_from")
);
--> statement-breakpoint
CREATE TABLE "reminder_steps" (
	"offset_days" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"code" text NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	"basis_points" integer NOT NULL,
	CONSTRAINT "tax_rates_code_effective_from_pk" PRIMARY KEY("code","effective_from")
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_org_id_invoice_id_invoices_org_id_id_fk" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statement_lines_state" ON "bank_statement_lines" USING btree ("state","booked_on");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_disputes_one_open" ON "invoice_disputes" USING btree ("org_id","invoice_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "invoices" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "invoices" USING btree ("due_at") WHERE status in ('pending', 'overdue');--> statement-breakpoint
CREATE INDEX "invoices_drafts" ON "invoices" USING btree ("created_at") WHERE status = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "plan_changes_one_planned" ON "plan_changes" USING btree ("org_id") WHERE state = 'planned';--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['plan_changes', 'invoices', 'invoice_lines', 'invoice_disputes', 'invoice_reminders']) AS name;
--> statement-breakpoint
-- Tables without a tenant belong to the system role alone; what a plan is, a tenant reads.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['plan_versions', 'tax_rates', 'reminder_steps', 'document_counters', 'card_events', 'bank_statement_lines'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY system ON %I TO tarishi_system USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO tarishi_system', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['plan_versions', 'tax_rates', 'reminder_steps'] LOOP
    EXECUTE format('CREATE POLICY anyone ON %I FOR SELECT TO tarishi_tenant USING (true)', name);
    EXECUTE format('GRANT SELECT ON %I TO tarishi_tenant', name);
  END LOOP;
END
$$;
--> statement-breakpoint
-- Of a finalized document only the state changes; what is wrong is credited.
CREATE FUNCTION keep_finalized_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE moving text[] := ARRAY['status', 'paid_at', 'paid_with', 'credited_cents', 'mailed_at'];
BEGIN
  IF OLD.finalized_at IS NULL THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_OP = 'DELETE' OR to_jsonb(NEW) - moving IS DISTINCT FROM to_jsonb(OLD) - moving THEN
    RAISE EXCEPTION 'document % is finalized', OLD.number USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_is_finalized';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoices_keep_finalized BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_finalized_invoice();
--> statement-breakpoint
CREATE FUNCTION keep_finalized_lines() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line invoice_lines := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM invoices WHERE org_id = line.org_id AND id = line.invoice_id AND finalized_at IS NOT NULL) THEN
    RAISE EXCEPTION 'document % is finalized', line.invoice_id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_is_finalized';
  END IF;
  RETURN line;
END
$$;
--> statement-breakpoint
CREATE TRIGGER invoice_lines_keep_finalized BEFORE INSERT OR UPDATE OR DELETE ON invoice_lines FOR EACH ROW EXECUTE FUNCTION keep_finalized_lines();
--> statement-breakpoint
-- A number and the moment of finalizing come together, and totals are what the lines say.
ALTER TABLE invoices ADD CONSTRAINT invoices_number_when_final CHECK ((number IS NULL) = (finalized_at IS NULL) AND (status = 'draft') = (number IS NULL));
--> statement-breakpoint
ALTER TABLE invoices ADD CONSTRAINT invoices_totals CHECK (net_cents + vat_cents = total_cents AND credited_cents BETWEEN 0 AND total_cents);
--> statement-breakpoint
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_totals CHECK (net_cents + vat_cents = total_cents AND total_cents = quantity * unit_cents);
--> statement-breakpoint
SET LOCAL ROLE tarishi_system;
--> statement-breakpoint
INSERT INTO plan_versions (plan_type, effective_from, message_limit, summary) VALUES
  ('Starter', '2026-01-01', 1000, 'For a shop that begins'),
  ('Growth', '2026-01-01', 10000, 'For a business with regular campaigns'),
  ('Enterprise', '2026-01-01', 100000, 'For banks, counties and large organisations');
--> statement-breakpoint
INSERT INTO tax_rates (code, effective_from, basis_points) VALUES ('vat', '2026-01-01', 1600);
--> statement-breakpoint
INSERT INTO reminder_steps (offset_days) VALUES (-3), (0), (3), (7), (14);
--> statement-breakpoint
RESET ROLE;
