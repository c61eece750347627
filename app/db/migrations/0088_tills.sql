CREATE TABLE "payment_allocations" (
	"org_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"target_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_allocations_org_id_payment_id_target_id_pk" PRIMARY KEY("org_id","payment_id","target_id"),
	CONSTRAINT "payment_allocations_positive" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_prompts" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"request_id" text NOT NULL,
	"till_id" text NOT NULL,
	"phone" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"merchant_request_id" text,
	"checkout_request_id" text,
	"receipt" text,
	"result_code" text,
	"result_desc" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_prompts_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_requests" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"till_id" text NOT NULL,
	"contact_id" text,
	"conversation_id" text,
	"account_number" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"source" text NOT NULL,
	"source_id" text,
	"key" text NOT NULL,
	"requested_by" text,
	"expires_at" timestamp with time zone NOT NULL,
	"result_code" text,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_requests_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payment_requests_amount" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "till_payments" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"till_id" text NOT NULL,
	"receipt" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"account" text DEFAULT '' NOT NULL,
	"payer" text DEFAULT '' NOT NULL,
	"payer_name" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"contact_id" text,
	"matched_by" text,
	"matched_by_user_id" text,
	"allocated_cents" bigint DEFAULT 0 NOT NULL,
	"reported_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_payments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "till_payments_amount" CHECK (amount_cents > 0),
	CONSTRAINT "till_payments_allocated" CHECK (allocated_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE TABLE "customer_accounts" (
	"org_id" text NOT NULL,
	"till_id" text NOT NULL,
	"number" text NOT NULL,
	"contact_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_accounts_org_id_till_id_number_pk" PRIMARY KEY("org_id","till_id","number")
);
--> statement-breakpoint
CREATE TABLE "till_notices" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"till_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "till_notices_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "tills" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"store_number" text,
	"keys_encrypted" text,
	"nominated_phone" text,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hook_version" integer DEFAULT 1 NOT NULL,
	"hook_changed_at" timestamp with time zone,
	"sends_receipts" boolean DEFAULT true NOT NULL,
	"asks_customers" boolean DEFAULT false NOT NULL,
	"receipt_template_id" text,
	"pulled_until" timestamp with time zone,
	"next_pull_at" timestamp with time zone,
	"balance_cents" bigint,
	"balance_at" timestamp with time zone,
	"last_payment_at" timestamp with time zone,
	"last_problem" text,
	"removed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tills_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_allocations" ADD CONSTRAINT "payment_allocations_org_id_payment_id_till_payments_org_id_id_fk" FOREIGN KEY ("org_id","payment_id") REFERENCES "public"."till_payments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_prompts" ADD CONSTRAINT "payment_prompts_org_id_request_id_payment_requests_org_id_id_fk" FOREIGN KEY ("org_id","request_id") REFERENCES "public"."payment_requests"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_payments" ADD CONSTRAINT "till_payments_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_accounts" ADD CONSTRAINT "customer_accounts_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_notices" ADD CONSTRAINT "till_notices_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_allocations_target" ON "payment_allocations" USING btree ("org_id","target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_prompts_one" ON "payment_prompts" USING btree ("org_id","request_id") WHERE state in ('pending', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_prompts_phone" ON "payment_prompts" USING btree ("org_id","till_id","phone") WHERE state in ('pending', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_prompts_request" ON "payment_prompts" USING btree ("org_id","request_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_prompts_due" ON "payment_prompts" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_key" ON "payment_requests" USING btree ("org_id","key");--> statement-breakpoint
CREATE INDEX "payment_requests_created" ON "payment_requests" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_requests_contact" ON "payment_requests" USING btree ("org_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_requests_source" ON "payment_requests" USING btree ("org_id","source_id") WHERE source_id is not null;--> statement-breakpoint
CREATE INDEX "payment_requests_due" ON "payment_requests" USING btree ("expires_at") WHERE state in ('requested', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "till_payments_receipt" ON "till_payments" USING btree ("org_id","till_id","receipt");--> statement-breakpoint
CREATE INDEX "till_payments_time" ON "till_payments" USING btree ("org_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "till_payments_till" ON "till_payments" USING btree ("org_id","till_id","paid_at","id");--> statement-breakpoint
CREATE INDEX "till_payments_contact" ON "till_payments" USING btree ("org_id","contact_id","paid_at");--> statement-breakpoint
CREATE INDEX "till_payments_open" ON "till_payments" USING btree ("org_id","paid_at") WHERE state in ('unmatched', 'unconfirmed');--> statement-breakpoint
CREATE UNIQUE INDEX "customer_accounts_contact" ON "customer_accounts" USING btree ("org_id","till_id","contact_id");--> statement-breakpoint
CREATE INDEX "till_notices_open" ON "till_notices" USING btree ("org_id","id") WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX "till_notices_old" ON "till_notices" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tills_number" ON "tills" USING btree ("org_id","number") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "tills_pull_due" ON "tills" USING btree ("next_pull_at") WHERE next_pull_at is not null;--> statement-breakpoint
SELECT protect_tenant_table('tills');--> statement-breakpoint
SELECT protect_tenant_table('till_notices');--> statement-breakpoint
SELECT protect_tenant_table('customer_accounts');--> statement-breakpoint
SELECT protect_tenant_table('payment_requests');--> statement-breakpoint
SELECT protect_tenant_table('payment_prompts');--> statement-breakpoint
SELECT protect_tenant_table('till_payments');--> statement-breakpoint
SELECT protect_tenant_table('payment_allocations');
