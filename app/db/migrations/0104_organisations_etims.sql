CREATE TABLE "etims_accounts" (
	"org_id" text PRIMARY KEY NOT NULL,
	"pin" text NOT NULL,
	"branch" text NOT NULL,
	"device_serial" text NOT NULL,
	"typed_key_encrypted" text,
	"item_class" text NOT NULL,
	"request_vat_class" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"key_encrypted" text,
	"control_unit_id" text,
	"items_saved_at" timestamp with time zone,
	"check" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tax_documents" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"branch" text NOT NULL,
	"tax_number" integer NOT NULL,
	"original_tax_number" integer DEFAULT 0 NOT NULL,
	"number" text NOT NULL,
	"lines" jsonb NOT NULL,
	"total_cents" bigint NOT NULL,
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
	CONSTRAINT "tax_documents_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "tax_documents_number" UNIQUE("org_id","branch","tax_number")
);
--> statement-breakpoint
CREATE INDEX "tax_documents_subject" ON "tax_documents" USING btree ("org_id","subject_id");--> statement-breakpoint
CREATE INDEX "tax_documents_open" ON "tax_documents" USING btree ("org_id","tax_number") WHERE state <> 'accepted';--> statement-breakpoint
CREATE INDEX "tax_documents_due" ON "tax_documents" USING btree ("next_try_at") WHERE next_try_at is not null;--> statement-breakpoint
SELECT protect_tenant_table('etims_accounts');--> statement-breakpoint
SELECT protect_tenant_table('tax_documents');--> statement-breakpoint
CREATE TRIGGER tax_documents_keep BEFORE UPDATE OR DELETE ON tax_documents FOR EACH ROW EXECUTE FUNCTION keep_tax_number();
