CREATE TABLE "payment_questions" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"contact_id" text,
	"number" text NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_questions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"way" text NOT NULL,
	"state" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"note" text NOT NULL,
	"conversation_id" text,
	"receipt" text,
	"result_code" text,
	"result_desc" text,
	"requested_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_refunds_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payment_refunds_amount" CHECK (amount_cents > 0)
);
--> statement-breakpoint
CREATE TABLE "till_differences" (
	"org_id" text NOT NULL,
	"id" text NOT NULL,
	"till_id" text NOT NULL,
	"receipt" text NOT NULL,
	"kind" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"our_cents" bigint NOT NULL,
	"their_cents" bigint NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"owner_id" text,
	"explanation" text DEFAULT '' NOT NULL,
	"closed_by" text,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "till_differences_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "till_payments" DROP CONSTRAINT "till_payments_allocated";--> statement-breakpoint
DROP INDEX "till_payments_open";--> statement-breakpoint
ALTER TABLE "till_payments" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "till_payments" ADD COLUMN "listed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tills" ADD COLUMN "last_problem_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tills" ADD COLUMN "problems" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_questions" ADD CONSTRAINT "payment_questions_org_id_payment_id_till_payments_org_id_id_fk" FOREIGN KEY ("org_id","payment_id") REFERENCES "public"."till_payments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_org_id_payment_id_till_payments_org_id_id_fk" FOREIGN KEY ("org_id","payment_id") REFERENCES "public"."till_payments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "till_differences" ADD CONSTRAINT "till_differences_org_id_till_id_tills_org_id_id_fk" FOREIGN KEY ("org_id","till_id") REFERENCES "public"."tills"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_questions_once" ON "payment_questions" USING btree ("org_id","payment_id","number");--> statement-breakpoint
CREATE INDEX "payment_questions_contact" ON "payment_questions" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_refunds_one" ON "payment_refunds" USING btree ("org_id","payment_id") WHERE state in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" USING btree ("org_id","payment_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "till_differences_once" ON "till_differences" USING btree ("org_id","till_id","receipt","kind");--> statement-breakpoint
CREATE INDEX "till_differences_till" ON "till_differences" USING btree ("org_id","till_id","state","created_at");--> statement-breakpoint
CREATE INDEX "till_payments_unlisted" ON "till_payments" USING btree ("org_id","till_id","paid_at") WHERE listed_at is null and state <> 'unconfirmed';--> statement-breakpoint
CREATE INDEX "till_notices_till" ON "till_notices" USING btree ("org_id","till_id","received_at");--> statement-breakpoint
CREATE INDEX "till_payments_open" ON "till_payments" USING btree ("org_id","state","paid_at","id") WHERE state <> 'matched';--> statement-breakpoint
ALTER TABLE "till_payments" ADD CONSTRAINT "till_payments_allocated" CHECK (allocated_cents >= 0 and refunded_cents >= 0 and allocated_cents + refunded_cents <= amount_cents);--> statement-breakpoint
SELECT protect_tenant_table('payment_questions');--> statement-breakpoint
SELECT protect_tenant_table('payment_refunds');--> statement-breakpoint
SELECT protect_tenant_table('till_differences');--> statement-breakpoint
-- Paybills that were connected for notices alone become tills whose keys are missing.
INSERT INTO tills (org_id, id, name, kind, number, created_at)
SELECT org_id, 'til_' || substr(id, 5), account_name, 'paybill', account_id, connected_at
FROM connections WHERE provider = 'mpesa_paybill' AND status <> 'disconnected'
ON CONFLICT DO NOTHING;--> statement-breakpoint
DELETE FROM connections WHERE provider = 'mpesa_paybill';--> statement-breakpoint
UPDATE rules SET event = 'till_payment.received' WHERE event = 'paybill.payment_received';
