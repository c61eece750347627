ALTER TABLE "contacts" ADD COLUMN "username" text;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "first_ad" jsonb;--> statement-breakpoint
ALTER TABLE "inbox_settings" ADD COLUMN "read_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "ad_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "contacts_username" ON "contacts" USING btree ("org_id","username") WHERE username is not null;--> statement-breakpoint
CREATE INDEX "conversations_from_ads" ON "conversations" USING btree ("org_id","last_message_at") WHERE ad_at is not null;