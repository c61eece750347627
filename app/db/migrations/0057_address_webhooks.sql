ALTER TABLE "webhook_events" ADD COLUMN "account_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "is_status" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("account_key","is_status","id") WHERE processed_at is null;