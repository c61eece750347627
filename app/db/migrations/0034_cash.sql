CREATE TABLE "auto_top_ups" (
	"org_id" text PRIMARY KEY NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"phone" text NOT NULL,
	"threshold_cents" bigint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"daily_cap_cents" bigint NOT NULL,
	"open_key" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"last_problem" text,
	"changed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_constants" (
	"name" text NOT NULL,
	"value" bigint NOT NULL,
	"effective_from" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_constants_name_effective_from_pk" PRIMARY KEY("name","effective_from")
);
--> statement-breakpoint
CREATE TABLE "ledger_allocations" (
	"org_id" text NOT NULL,
	"use_entry_id" text NOT NULL,
	"credit_entry_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"subject_id" text,
	CONSTRAINT "ledger_allocations_org_id_use_entry_id_credit_entry_id_pk" PRIMARY KEY("org_id","use_entry_id","credit_entry_id"),
	CONSTRAINT "ledger_allocations_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_credits" (
	"org_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"number" bigint NOT NULL,
	"is_bonus" boolean NOT NULL,
	"amount_cents" bigint NOT NULL,
	"remaining_cents" bigint NOT NULL,
	CONSTRAINT "ledger_credits_org_id_entry_id_pk" PRIMARY KEY("org_id","entry_id"),
	CONSTRAINT "ledger_credits_within" CHECK (remaining_cents BETWEEN 0 AND amount_cents)
);
--> statement-breakpoint
CREATE TABLE "ledger_cursors" (
	"org_id" text PRIMARY KEY NOT NULL,
	"wallet_number" bigint DEFAULT 0 NOT NULL,
	"held_number" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mpesa_reversals" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"receipt" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"from_account" text NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"requested_by" text,
	"conversation_id" text,
	"reversal_receipt" text,
	"result_code" text,
	"result_desc" text,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "mpesa_reversals_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE INDEX "ledger_allocations_credit" ON "ledger_allocations" USING btree ("org_id","credit_entry_id");--> statement-breakpoint
CREATE INDEX "ledger_allocations_subject" ON "ledger_allocations" USING btree ("org_id","subject_id");--> statement-breakpoint
CREATE INDEX "ledger_credits_left" ON "ledger_credits" USING btree ("org_id","number") WHERE "ledger_credits"."remaining_cents" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "mpesa_reversals_once" ON "mpesa_reversals" USING btree ("receipt") WHERE "mpesa_reversals"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "mpesa_reversals_due" ON "mpesa_reversals" USING btree ("next_check_at") WHERE "mpesa_reversals"."next_check_at" IS NOT NULL;--> statement-breakpoint
SELECT protect_tenant_table(name) FROM unnest(ARRAY['auto_top_ups', 'ledger_allocations', 'ledger_credits', 'ledger_cursors', 'mpesa_reversals']) AS name;--> statement-breakpoint
-- What a use was paid from is settled once.
REVOKE UPDATE, DELETE ON ledger_allocations FROM tarishi_tenant, tarishi_system;--> statement-breakpoint
ALTER TABLE billing_constants ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE billing_constants FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY system ON billing_constants TO tarishi_system USING (true) WITH CHECK (true);--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON billing_constants TO tarishi_system;--> statement-breakpoint
CREATE POLICY anyone ON billing_constants FOR SELECT TO tarishi_tenant USING (true);--> statement-breakpoint
GRANT SELECT ON billing_constants TO tarishi_tenant;--> statement-breakpoint
INSERT INTO billing_constants (name, value, effective_from) VALUES ('campaign_reserve_cents', 2000, '2026-01-01T00:00:00Z');
