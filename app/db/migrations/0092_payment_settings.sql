CREATE TABLE "payment_settings" (
	"org_id" text PRIMARY KEY NOT NULL,
	"answers_words" boolean DEFAULT true NOT NULL,
	"ask_template_id" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "payment" jsonb;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "payment_skipped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_prompts" ADD COLUMN "pushed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_requests_state" ON "payment_requests" USING btree ("org_id","state","id");--> statement-breakpoint
CREATE INDEX "payment_requests_till" ON "payment_requests" USING btree ("org_id","till_id","id");--> statement-breakpoint
CREATE INDEX "payment_requests_from" ON "payment_requests" USING btree ("org_id","source","id");--> statement-breakpoint
SELECT protect_tenant_table('payment_settings');
