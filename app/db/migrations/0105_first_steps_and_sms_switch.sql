ALTER TABLE "sms_settings" ADD COLUMN "is_on" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "organisations" ADD COLUMN "results_seen_at" timestamp with time zone;--> statement-breakpoint
GRANT UPDATE (results_seen_at) ON organisations TO tarishi_tenant;
