-- Documents on their way to the tax authority, in the order of their numbers.
CREATE TABLE "etims_submissions" (
	"org_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"branch" text NOT NULL,
	"tax_number" integer NOT NULL,
	"original_tax_number" integer DEFAULT 0 NOT NULL,
	"customer_name" text NOT NULL,
	"customer_pin" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"result_code" text,
	"result_text" text,
	"control_unit_id" text,
	"receipt_number" text,
	"internal_data" text,
	"signature" text,
	"link" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "etims_submissions_org_id_invoice_id_pk" PRIMARY KEY("org_id","invoice_id"),
	CONSTRAINT "etims_submissions_number" UNIQUE("branch","tax_number")
);
--> statement-breakpoint
-- The control unit that the tax authority keeps for us, and the last number that was given for it.
CREATE TABLE "etims_devices" (
	"branch" text PRIMARY KEY NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"key_encrypted" text,
	"control_unit_id" text,
	"item_saved_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "etims_submissions" ADD CONSTRAINT "etims_submissions_invoice_fk" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "etims_submissions_open" ON "etims_submissions" USING btree ("branch","tax_number") WHERE state <> 'accepted';--> statement-breakpoint
CREATE INDEX "journal_entries_returns" ON "journal_entries" USING btree ("created_at") WHERE kind in ('refund', 'reversal');--> statement-breakpoint
SELECT protect_tenant_table('etims_submissions');
--> statement-breakpoint
REVOKE INSERT, UPDATE, DELETE ON etims_submissions FROM tarishi_tenant;
--> statement-breakpoint
-- A document keeps its number for ever, and what is registered stays as it is.
CREATE FUNCTION keep_tax_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.state = 'accepted' OR NEW.branch <> OLD.branch OR NEW.tax_number <> OLD.tax_number THEN
    RAISE EXCEPTION 'tax number % is given', OLD.tax_number USING ERRCODE = 'check_violation', CONSTRAINT = 'tax_number_is_given';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER etims_submissions_keep BEFORE UPDATE OR DELETE ON etims_submissions FOR EACH ROW EXECUTE FUNCTION keep_tax_number();
--> statement-breakpoint
ALTER TABLE "etims_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "etims_devices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON etims_devices TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON etims_devices TO tarishi_system;
